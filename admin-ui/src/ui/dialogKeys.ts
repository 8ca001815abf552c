import type { KeyboardEvent } from 'react';

const typed = 'input:not([type=hidden]), textarea, select, [contenteditable="true"]';

const isSave = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && (key === 'Enter' || key.toLowerCase() === 's');

/** Whether the key is the Enter of a form of one line. A real form takes it itself, and a list to choose from needs it. */
const isOnlyLine = ({ key, target, currentTarget, nativeEvent }: KeyboardEvent) => {
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return false;
  if (target.form || target.getAttribute('role') === 'combobox') return false;
  const fields = [...currentTarget.querySelectorAll(`.body :is(${typed})`)].filter(
    each => !each.closest('[aria-hidden]'),
  );
  return fields.length === 1 && fields[0] === target;
};

/** Presses the primary button of the dialog for Ctrl+Enter, Ctrl+S, and Enter in its only line. */
export const pressPrimary = (event: KeyboardEvent) => {
  if (event.defaultPrevented || !(isSave(event) || isOnlyLine(event))) return;
  event.preventDefault(); // the browser would save the page
  const buttons = event.currentTarget.querySelectorAll<HTMLElement>('.dlg-f .btn:is(.primary, .danger)');
  [...buttons].at(-1)?.click();
};
