import { useEffect, useRef, type RefObject } from 'react';

/** Whether a dialog stands over the board, other than one that the board is a tab of. */
const isCovered = (board: HTMLElement | null) =>
  [...document.querySelectorAll('[role="dialog"]')].some(dialog => !dialog.contains(board));

const columnOf = (board: HTMLElement | null, status: string) =>
  board?.querySelector<HTMLElement>(`[data-column="${CSS.escape(status)}"]`);

/**
 * Gives the function that gives the focus to a card once it has left its column and the dialog of its move has closed.
 * A card that is not shown where it went leaves the focus to the button that unfolds the column, or to the board.
 */
export const useFocusOnMoved = (region: RefObject<HTMLElement | null>) => {
  const observer = useRef<MutationObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);
  return (id: string | number, from: string, to: string) => {
    observer.current?.disconnect();
    let instead: HTMLElement | null | undefined; // what has the focus while the card is not shown
    const look = new MutationObserver(() => {
      const board = region.current;
      const card = board?.querySelector(`[data-card="${CSS.escape(String(id))}"]`);
      const column = card?.closest<HTMLElement>('[data-column]')?.dataset['column'];
      if (column === from || isCovered(board)) return;
      const now = document.activeElement;
      const isUsed = now !== document.body && now !== instead;
      if (card || (instead && isUsed)) look.disconnect();
      if (card && !(instead && isUsed)) return card.querySelector<HTMLElement>('a')?.focus();
      if (card || isUsed) return;
      instead = columnOf(board, to)?.querySelector<HTMLElement>('[aria-expanded="false"]') ?? board;
      instead?.focus();
    });
    look.observe(document.body, { childList: true, subtree: true });
    observer.current = look;
  };
};
