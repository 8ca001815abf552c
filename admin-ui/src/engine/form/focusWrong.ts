/**
 * Brings the first wrong field of the dialog at hand, or what says that one is wrong (`data-wrong`), into sight and gives it
 * the focus; without one, what stands above, or what `orShow` brings there.
 */
export const focusWrong = (form: HTMLElement | null, orShow?: () => void) => {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
    if (wrong) return wrong.focus();
    form?.scrollIntoView?.({ block: 'start' });
    if (!orShow) return undefined;
    orShow();
    return focusWrong(form);
  });
};
