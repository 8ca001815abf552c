import { useLayoutEffect, useRef } from 'react';
import { neighbourOf } from './neighbourOf';

/** The place of a row that waits: when it leaves with the focus, the next one has it. */
export const useWaitingRow = () => {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const shown = row.current;
    return () => {
      if (shown?.contains(document.activeElement)) neighbourOf(shown)?.focus();
    };
  }, []);
  return row;
};
