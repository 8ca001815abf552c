import { useEffect, useRef, type RefObject } from 'react';

const inputs = 'input, select, textarea, [contenteditable="true"]';

const inputsOf = (frame: Element) =>
  [...frame.querySelectorAll<HTMLElement>(inputs)].filter(input => !input.closest('[role="dialog"]'));

/** Whether Tab leads from an element to another input of the same cell. */
export const stepsWithin = (frame: Element, from: HTMLElement, isBack: boolean) => {
  const ends = inputsOf(frame);
  const end = isBack ? ends[0] : ends.at(-1);
  const order = end?.compareDocumentPosition(from) ?? 0;
  const isPast = isBack ? order & Node.DOCUMENT_POSITION_PRECEDING : order & Node.DOCUMENT_POSITION_FOLLOWING;
  return end !== undefined && from !== end && !isPast;
};

/**
 * Begins in the first input, its text selected, and says when the focus has left all of it. What the inputs open elsewhere in the
 * page belongs to them: React's events come from there too. A window that is left takes nothing away.
 */
export const useFocusWithin = (frame: RefObject<HTMLElement | null>, onLeave: () => void) => {
  const isInside = useRef(false);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    const first = frame.current && (inputsOf(frame.current)[0] ?? frame.current.querySelector('button'));
    first?.focus();
    if (first instanceof HTMLInputElement && first.type !== 'checkbox') first.select();
  }, [frame]);
  return {
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: () => {
      isInside.current = false;
      requestAnimationFrame(() => {
        if (!isInside.current && frame.current && document.hasFocus()) leave.current();
      });
    },
  };
};
