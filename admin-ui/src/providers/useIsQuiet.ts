import { useEffect, useState } from 'react';
import { isBusy, onTraffic } from './traffic';

const whenIdle = (run: () => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 5000 });
  return () => cancelIdleCallback(handle);
};

/** Waits until no call runs, even when the browser has a moment: what is asked for now goes before what may be asked for. */
export const whenQuiet = (run: () => void) => {
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

/** Whether the first answers are there and the browser has had a moment: what nobody looks at first may be asked for. */
export const useIsQuiet = () => {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setQuiet(true)), []);
  return isQuiet;
};
