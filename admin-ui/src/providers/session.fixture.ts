import { vi } from 'vitest';

/** The modules keep the session, so every test loads them anew. */
export const load = async () => {
  vi.resetModules();
  return import('./session');
};

/** A channel between the tabs of one test. */
export const newChannel = () => {
  const tabs = new Set<Channel>();
  class Channel extends EventTarget {
    constructor() {
      super();
      tabs.add(this);
    }
    postMessage(data: unknown) {
      for (const tab of tabs) if (tab !== this) tab.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
  return Channel;
};

/** The locks between the tabs of one test: whoever asks later waits for all who asked before. */
export const newLocks = () => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: <T>(_name: string, work: () => Promise<T>) => {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
};
