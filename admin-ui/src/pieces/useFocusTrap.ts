import { useEffect, useLayoutEffect, type RefObject } from 'react';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"], [contenteditable="true"]';

/** A button for small screens is no place for the focus on a large one. */
const isSeen = (el: HTMLElement) => el.checkVisibility?.() ?? true;

/** Everything one can tab to, in the order of the page; not every selector engine keeps it over a list of selectors. */
const stops = (frame: HTMLElement) =>
  [...frame.querySelectorAll<HTMLElement>('*')].filter(
    el => el.matches(focusable) && el.tabIndex >= 0 && !el.closest('[inert]') && isSeen(el),
  );

const open: HTMLElement[] = []; // the layers now on screen, the top one last

const field =
  'input:not([type=radio], [type=checkbox], [readonly], :disabled), select:not(:disabled), textarea:not([readonly])';

/** Where the focus begins: in the first field, so that one types at once; on a phone its keyboard would hide the rest. */
const startOf = (frame: HTMLElement) => {
  const marked = frame.querySelector<HTMLElement>('[data-autofocus]');
  const isTouch = globalThis.matchMedia?.('(pointer: coarse)').matches;
  return marked ?? (isTouch ? null : frame.querySelector<HTMLElement>(`.body :is(${field})`)) ?? frame;
};

const keepInside = (event: KeyboardEvent, frame: HTMLElement) => {
  const all = stops(frame);
  const first = all[0] ?? frame;
  const last = all.at(-1) ?? frame;
  const at = document.activeElement;
  const isEdge = event.shiftKey ? at === first || at === frame : at === last;
  if (!isEdge && frame.contains(at)) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
};

/**
 * Keeps the focus inside the top layer while it is open and gives it back afterwards. Both happen before anything else
 * can: a key pressed in between would reach nobody.
 */
export const useFocusTrap = (ref: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    const before = document.activeElement;
    open.push(frame);
    if (!frame.contains(before)) startOf(frame).focus();
    const trap = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && open.at(-1) === frame) keepInside(event, frame);
    };
    document.addEventListener('keydown', trap, true);
    return () => {
      document.removeEventListener('keydown', trap, true);
      open.splice(open.indexOf(frame), 1);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [ref]);
  useEffect(() => {
    const frame = ref.current;
    // What had the focus may be gone with what was drawn before: without a place inside, keys would reach nobody.
    if (frame && frame === open.at(-1) && document.activeElement === document.body) frame.focus();
  });
};
