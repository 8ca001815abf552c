import type { KeyboardEvent } from 'react';
import { useStore } from 'ra-core';
import { keysOff } from '../../../engine/list/useListKeys';

/** The ranking by keyboard: J and K from person to person, X to choose, S to make applications of those who are chosen. */
export const useRankingKeys = (apply: (() => void) | undefined) => {
  const [isOff] = useStore(keysOff, false);
  return (event: KeyboardEvent<HTMLElement>) => {
    if (isOff || event.ctrlKey || event.metaKey || event.altKey) return;
    const people = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody input[type="checkbox"]')];
    const at = people.findIndex(box => box.closest('tr')?.contains(document.activeElement));
    const keys: Record<string, (() => void) | undefined> = {
      j: () => people[Math.min(at + 1, people.length - 1)]?.focus(),
      k: () => people[Math.max(at - 1, 0)]?.focus(),
      x: people[at] && (() => people[at]?.click()),
      s: apply,
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };
};
