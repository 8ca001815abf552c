import { useRef } from 'react';

/** Gives a place, and what keeps the focus in it: on its last control, once the one that had it is gone. */
export const useFocusInside = () => {
  const place = useRef<HTMLDivElement>(null);
  const restore = () =>
    requestAnimationFrame(() => {
      if (place.current?.contains(document.activeElement)) return;
      [...(place.current?.querySelectorAll<HTMLElement>('input, button') ?? [])].at(-1)?.focus();
    });
  return { place, restore };
};
