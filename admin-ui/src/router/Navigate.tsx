import { useEffect } from 'react';
import type { RouterNavigateProps } from 'ra-core';
import { hrefOf, navigate } from './history';

/** Goes elsewhere as soon as it is shown. */
export const Navigate = ({ to, replace, state }: RouterNavigateProps) => {
  const href = hrefOf(to);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all; an object made anew must not go again
  useEffect(() => navigate(href, replace ? { replace, state } : { state }), [href]);
  return null;
};
