import { useEffect } from 'react';
import { whenQuiet } from '../../providers/useIsQuiet';

/** Runs something once the rows are there and the browser has nothing better to do: to have a part at hand before it is asked for. */
export const useIdle = (run: () => Promise<unknown>) =>
  useEffect(() => whenQuiet(() => void run().catch(() => undefined)), [run]); // whoever needs the part asks again and sees the failure
