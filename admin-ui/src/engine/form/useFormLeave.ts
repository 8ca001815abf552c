import { useRef } from 'react';
import { useNavigate, useRouterProvider } from 'ra-core';

/**
 * Leaves a form for the list below it. With unsaved changes every way out is held back and `isAsking` until one of
 * `discard` and `keep` is called; steps between the tabs of the same form are free.
 */
export const useFormLeave = (listPath: string, formPath: string, isDirty: boolean) => {
  const navigate = useNavigate();
  const { useBlocker } = useRouterProvider();
  const isFree = useRef(false);
  const isWithin = (pathname: string) => pathname === formPath || pathname.startsWith(`${formPath}/`);
  const blocker = useBlocker(({ nextLocation }) => isDirty && !isFree.current && !isWithin(nextLocation.pathname));
  return {
    isAsking: blocker.state === 'blocked',
    close: () => navigate(listPath),
    /** Closes without asking: what was changed is saved. */
    finish: (to = listPath) => {
      isFree.current = true;
      navigate(to);
    },
    discard: () => {
      isFree.current = true;
      blocker.proceed?.();
    },
    keep: () => blocker.reset?.(),
  };
};
