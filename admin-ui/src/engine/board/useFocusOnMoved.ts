import { useEffect, useRef, type RefObject } from 'react';

/** Whether a dialog stands over the board, other than one that the board is a tab of. */
const isCovered = (board: HTMLElement | null) =>
  [...document.querySelectorAll('[role="dialog"]')].some(dialog => !dialog.contains(board));

/** Gives the function that gives the focus to a card once it has left its column and the dialog of its move has closed. */
export const useFocusOnMoved = (region: RefObject<HTMLElement | null>) => {
  const observer = useRef<MutationObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);
  return (id: string | number, from: string) => {
    observer.current?.disconnect();
    const look = new MutationObserver(() => {
      const card = region.current?.querySelector(`[data-card="${CSS.escape(String(id))}"]`);
      const column = card?.closest<HTMLElement>('[data-column]')?.dataset['column'];
      if (!card || column === from || isCovered(region.current)) return;
      look.disconnect();
      card.querySelector<HTMLElement>('a')?.focus();
    });
    look.observe(document.body, { childList: true, subtree: true });
    observer.current = look;
  };
};
