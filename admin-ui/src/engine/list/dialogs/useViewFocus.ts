import { useEffect } from 'react';

const focusView = () => {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('.views [aria-current="page"]')?.focus();
};

/** Gives the focus to the view that is shown once a dialog about it has closed and what opened that is gone. */
export const useViewFocus = () => useEffect(() => () => void requestAnimationFrame(focusView), []);
