import { useSyncExternalStore } from 'react';

const minute = 60_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, minute);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** The time that was read last. It is the same for all that is drawn together, or each would be drawn once more for another. */
const read = () => {
  if (timer === undefined && Math.abs(Date.now() - now) >= minute) now = Date.now();
  return now;
};

/** The time, good to a minute; whoever reads it is drawn again when the minute is over. */
export const useMinute = () => useSyncExternalStore(subscribe, read);
