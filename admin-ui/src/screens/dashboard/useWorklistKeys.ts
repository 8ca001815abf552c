import { useEffect, useRef } from 'react';
import { useStore } from 'ra-core';
import { isHandledElsewhere, keysOff } from '../../engine/list/useListKeys';

const rows = '[data-row], .wl-b';

/** Focuses the place that is so many before or behind the one with the focus; without one the first. */
const move = (box: HTMLElement, step: number) => {
  const places = [...box.querySelectorAll<HTMLElement>(rows)];
  const at = places.findIndex(place => place.contains(document.activeElement));
  places[Math.min(Math.max(at + step, 0), places.length - 1)]?.focus();
  return true;
};

const firstStep = '.wl-a button, .task input';

/** Presses the first step of the row, or of the closed list, that has the focus: of a task the tick. */
const step = (box: HTMLElement) => {
  const place = document.activeElement?.closest('[data-row]') ?? document.activeElement?.closest('[data-worklist]');
  const button = box.contains(place ?? null) ? place?.querySelector<HTMLElement>(firstStep) : undefined;
  button?.click();
  return button !== undefined && button !== null;
};

/** Opens the record of the row that itself has the focus. */
const open = () => {
  const link = document.activeElement?.matches('[data-row]') && document.activeElement.querySelector<HTMLElement>('a');
  if (link) link.click();
  return Boolean(link);
};

/** The worklists by keyboard: J and K through rows, [ and ] through lists, S for the first step, Enter to open. */
export const useWorklistKeys = (lists: string[], opened: string | undefined, choose: (list: string) => void) => {
  const box = useRef<HTMLElement>(null);
  const [off] = useStore(keysOff, false);
  useEffect(() => {
    if (off) return;
    const turn = (by: number) => {
      const next = lists[Math.min(Math.max(lists.indexOf(opened ?? '') + by, 0), lists.length - 1)];
      if (next) choose(next);
      box.current?.querySelector<HTMLElement>(`[data-worklist="${next}"] .wl-b`)?.focus();
      return true;
    };
    const keys: Record<string, (box: HTMLElement) => boolean> = {
      j: at => move(at, 1),
      k: at => move(at, -1),
      '[': () => turn(-1),
      ']': () => turn(1),
      s: step,
      Enter: open,
    };
    const listen = (event: KeyboardEvent) => {
      const act = isHandledElsewhere(event)
        ? undefined
        : keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (box.current && act?.(box.current)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [lists, opened, choose, off]);
  return box;
};
