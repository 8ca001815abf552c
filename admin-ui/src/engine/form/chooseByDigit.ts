import type { KeyboardEvent } from 'react';

const writes = 'input:not([type=radio], [type=checkbox]), textarea, select, [role=combobox], [contenteditable="true"]';

/** Chooses the first, second, third … option by its digit, but not while one writes. */
export const chooseByDigit = (
  event: KeyboardEvent,
  options: readonly { value: string }[],
  choose: (value: string) => void,
) => {
  const isWriting = event.target instanceof Element && event.target.matches(writes);
  if (isWriting || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
  const option = options[Number(event.key) - 1];
  if (option) choose(option.value);
};
