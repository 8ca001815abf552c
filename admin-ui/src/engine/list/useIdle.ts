import { useEffect } from 'react';
import { isBusy, onTraffic } from '../../providers/traffic';

const whenIdle = (run: () => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 5000 });
  return () => cancelIdleCallback(handle);
};

/** Waits until no call runs, even when the browser has a moment: what is asked for now goes before what may be asked for. */
const whenQuiet = (run: () => void) => {
  let cancel = () => {};
  const begin = () => {
    if (isBusy()) return; // the end of what runs looks again
    stop();
    run();
  };
  const look = () => {
    cancel();
    if (!isBusy()) cancel = whenIdle(begin);
  };
  const stop = onTraffic(look);
  look();
  return () => {
    stop();
    cancel();
  };
};

/** Runs something once the rows are there and the browser has nothing better to do: to have a part at hand before it is asked for. */
export const useIdle = (run: () => Promise<unknown>) =>
  useEffect(() => whenQuiet(() => void run().catch(() => undefined)), [run]); // whoever needs the part asks again and sees the failure
