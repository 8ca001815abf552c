import { useEffect } from 'react';
import { useBlocker } from './useBlocker';

const confirmByBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Guards unsaved work. While `isDirty`, leaving the page within the panel sets `isAsking`; a dialog then calls
 * `leave` or `stay`. Closing the tab asks through the browser, since a page may not draw anything at that moment.
 */
export const useLeaveGuard = (isDirty: boolean) => {
  const blocker = useBlocker(isDirty);
  useEffect(() => {
    if (!isDirty) return;
    addEventListener('beforeunload', confirmByBrowser);
    return () => removeEventListener('beforeunload', confirmByBrowser);
  }, [isDirty]);
  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
};
