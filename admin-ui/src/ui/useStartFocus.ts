import { useEffect, useLayoutEffect, type RefObject } from 'react';

const field =
  'input:not([type=radio], [type=checkbox], [type=range], [readonly], :disabled), .ticks input, select:not(:disabled), textarea:not([readonly]), [role=combobox]:not(input), [contenteditable=true]';

/** The first of what is chosen from: of radio buttons the one that is on. */
const choiceIn = (body: ParentNode) => {
  const first = body.querySelector<HTMLInputElement>('input:is([type=radio], [type=checkbox]):not(:disabled)');
  const group = first?.type === 'radio' ? [...body.querySelectorAll<HTMLInputElement>('input[type=radio]')] : [];
  return group.find(({ name, checked }) => checked && name === first?.name) ?? first;
};

/**
 * Where the focus begins: at what is marked, or in the first field, so that one types at once; on a phone its keyboard would hide
 * the rest. Where there is none, at the way out of a question, which is marked in its foot, or else at the first choice.
 */
const startOf = (frame: HTMLElement) => {
  const body = frame.querySelector('.body') ?? frame;
  const marked = frame.querySelector<HTMLElement>('[data-autofocus]');
  if (marked && !marked.closest('.dlg-f')) return marked;
  const isTouch = globalThis.matchMedia?.('(pointer: coarse)').matches;
  const first = isTouch ? null : body.querySelector<HTMLElement>(`:is(${field})`);
  return first ?? marked ?? (isTouch ? null : choiceIn(body)) ?? frame;
};

const layerOf = (inside: RefObject<HTMLElement | null>) =>
  inside.current?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]');

/** Whether the focus has found no place yet but the layer itself. */
const isWaiting = (frame: HTMLElement) => document.activeElement === frame || document.activeElement === document.body;

/** What somebody does who has begun, and is not to be moved any more. */
const begins = ['keydown', 'pointerdown'] as const;

const enter = (frame: HTMLElement | null | undefined) => {
  if (frame && !frame.contains(document.activeElement)) startOf(frame).focus();
};

/**
 * Puts the focus where one begins inside the layer around `inside`; MUI keeps it there and gives it back. It does so before
 * anything else can happen, since a key pressed in between would reach nobody, and again when the layer that this one
 * replaces has given the focus back. What comes later is entered when it comes, unless somebody has begun to do something.
 */
export const useStartFocus = (inside: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => enter(layerOf(inside)), [inside]);
  useEffect(() => enter(layerOf(inside)), [inside]);
  useEffect(() => {
    const frame = layerOf(inside);
    if (!frame) return undefined;
    let isBegun = false;
    const begin = () => {
      isBegun = true;
    };
    const follow = () => {
      if (!isWaiting(frame) || frame.closest('[aria-hidden="true"]')) return;
      // What had the focus may be gone with what was drawn before: without a place inside, keys would reach nobody.
      if (!isBegun) startOf(frame).focus();
      else if (document.activeElement === document.body) frame.focus();
    };
    const drawn = new MutationObserver(follow);
    drawn.observe(frame, { childList: true, subtree: true });
    for (const each of begins) frame.addEventListener(each, begin);
    frame.addEventListener('focusin', follow); // MUI fetches the focus back when the layer before this one takes it along
    return () => {
      drawn.disconnect();
      frame.removeEventListener('focusin', follow);
      for (const each of begins) frame.removeEventListener(each, begin);
    };
  }, [inside]);
};
