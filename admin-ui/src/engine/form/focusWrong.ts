/** Brings the first wrong field of the dialog at hand into sight and gives it the focus; without one, what stands above. */
export const focusWrong = (form: HTMLElement | null) => {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else form?.scrollIntoView?.({ block: 'start' });
  });
};
