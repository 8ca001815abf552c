/** Brings the first wrong field of the dialog at hand into sight and gives it the focus. */
export const focusWrong = (form: HTMLElement | null) => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
};
