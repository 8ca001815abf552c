import { startTransition, useEffect, useState, type ReactNode } from 'react';

/**
 * Draws what is out of sight once what is in sight has been painted, a little at a time. Within `Deferred` another `Deferred`
 * would not wait: React draws both with the same pass.
 */
export const AfterPaint = ({ children }: { children: ReactNode }) => {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => startTransition(() => setPainted(true)), []);
  return isPainted && children;
};
