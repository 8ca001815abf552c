import { useEffect } from 'react';
import { useStore } from 'ra-core';
import { isHandledElsewhere, keysOff } from './useListKeys';

/** On a screen that is no list, "/" goes to the text filter, as it does on one. */
export const useFilterKey = () => {
  const [off] = useStore(keysOff, false);
  useEffect(() => {
    if (off) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || isHandledElsewhere(event)) return;
      const filter = document.querySelector<HTMLElement>('main input[type="search"]');
      if (!filter) return;
      event.preventDefault();
      filter.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [off]);
};
