import { useEffect, useLayoutEffect, type RefObject } from 'react';

const field =
  'input:not([type=radio], [type=checkbox], [readonly], :disabled), .ticks input, select:not(:disabled), textarea:not([readonly]), [role=combobox]';

/** Where the focus begins: in the first field, so that one types at once; on a phone its keyboard would hide the rest. */
const startOf = (frame: HTMLElement) => {
  const marked = frame.querySelector<HTMLElement>('[data-autofocus]');
  const isTouch = globalThis.matchMedia?.('(pointer: coarse)').matches;
  return marked ?? (isTouch ? null : frame.querySelector<HTMLElement>(`.body :is(${field})`)) ?? frame;
};

const layerOf = (inside: RefObject<HTMLElement | null>) =>
  inside.current?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]');

const enter = (frame: HTMLElement | null | undefined) => {
  if (frame && !frame.contains(document.activeElement)) startOf(frame).focus();
};

/**
 * Puts the focus where one begins inside the layer around `inside`; MUI keeps it there and gives it back. It does so before
 * anything else can happen, since a key pressed in between would reach nobody, and again when the layer that this one
 * replaces has given the focus back.
 */
export const useStartFocus = (inside: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => enter(layerOf(inside)), [inside]);
  useEffect(() => enter(layerOf(inside)), [inside]);
  useEffect(() => {
    const frame = layerOf(inside);
    // What had the focus may be gone with what was drawn before: without a place inside, keys would reach nobody.
    if (document.activeElement === document.body && !frame?.closest('[aria-hidden="true"]')) frame?.focus();
  });
};
