import { useEffect } from 'react';

/** Runs something once the browser has nothing better to do: to have a part at hand before it is asked for. */
export const useIdle = (run: () => Promise<unknown>) => {
  useEffect(() => {
    const quietly = () => void run().catch(() => undefined); // whoever needs the part asks again and sees the failure
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(quietly, 1500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(quietly, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }, [run]);
};
