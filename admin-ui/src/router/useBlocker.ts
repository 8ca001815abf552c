import { useEffect, useRef, useState } from 'react';
import type { RouterBlocker, RouterBlockerFunction } from 'ra-core';
import { addGuard } from './history';

const free: RouterBlocker = { state: 'unblocked', reset: undefined, proceed: undefined, location: undefined };

/** Holds back steps within the panel, also those of the back button, until `proceed` or `reset` is called. */
export const useBlocker = (shouldBlock: RouterBlockerFunction | boolean): RouterBlocker => {
  const [blocker, setBlocker] = useState<RouterBlocker>(free);
  const isActive = shouldBlock !== false;
  const latest = useRef(shouldBlock);
  latest.current = shouldBlock;

  useEffect(() => {
    if (!isActive) return;
    return addGuard({
      shouldBlock: step => {
        const should = latest.current;
        return typeof should === 'function' ? should(step) : should;
      },
      onBlocked: (location, proceed) =>
        setBlocker({
          state: 'blocked',
          location,
          reset: () => setBlocker(free),
          proceed: () => {
            setBlocker(free);
            proceed();
          },
        }),
    });
  }, [isActive]);
  return blocker;
};
