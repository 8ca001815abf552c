import { useSyncExternalStore } from 'react';

const query = () => globalThis.matchMedia?.('(max-width: 599px)');

const subscribe = (listener: () => void) => {
  const media = query();
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
};

/** Whether the screen has the width of a phone. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
