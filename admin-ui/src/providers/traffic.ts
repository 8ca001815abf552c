const listeners = new Set<() => void>();
let running = 0;

const change = (by: number) => {
  running += by;
  for (const listener of listeners) listener();
};

/** Counts a call as running until the answer is called. */
export const track = () => {
  change(1);
  return () => change(-1);
};

/** Tells when the number of running calls changes. */
export const onTraffic = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether a call is running. */
export const isBusy = () => running > 0;
