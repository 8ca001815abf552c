import type { KeyboardEvent } from 'react';
import type { BoardState } from './BoardContext';
import { stepTo } from './boardMoves';
import { readCard } from './cardRecords';

const linkOf = (card: Element | undefined) => card?.querySelector<HTMLElement>('a');
const cardsIn = (column: Element | null | undefined) => [...(column?.querySelectorAll('[data-card]') ?? [])];

/** The card that an arrow leads to: the next one in its column, or as high in the next column that has any. */
const neighbour = (card: Element, key: string) => {
  const column = card.closest('[data-column]');
  const own = cardsIn(column);
  const at = own.indexOf(card);
  if (key === 'ArrowUp' || key === 'ArrowDown') return own[at + (key === 'ArrowDown' ? 1 : -1)];
  const columns = [...(column?.parentElement?.querySelectorAll('[data-column]') ?? [])];
  const place = columns.indexOf(column as Element); // it is one of them
  const ahead = key === 'ArrowRight' ? columns.slice(place + 1) : columns.slice(0, place).reverse();
  const cards = cardsIn(ahead.find(each => cardsIn(each).length > 0));
  return cards[Math.min(at, cards.length - 1)];
};

/** The board by keyboard: arrows go from card to card; Space lifts one, arrows bring it to a column, Enter drops it, Escape puts it back. */
export const useBoardKeys = (board: BoardState, columns: readonly string[]) => {
  const { lifted, possible } = board;
  const carry = (key: string) => {
    if (!lifted) return;
    if (key === 'Escape') board.putBack();
    else if (key === 'Enter' || key === ' ') board.drop(lifted.over);
    else if (possible) {
      const next = stepTo(possible, columns, lifted.over, key === 'ArrowRight' ? 1 : -1);
      if (next) board.moveOver(next);
    }
  };
  return (event: KeyboardEvent) => {
    const { key, target } = event;
    const isOwn = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ' '].includes(key);
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (lifted?.by === 'keys') {
      if (!isOwn && key !== 'Enter' && key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (key !== 'ArrowUp' && key !== 'ArrowDown') carry(key);
      return;
    }
    const card = target.closest('[data-card]');
    if (!card || !isOwn || target.closest('button')) return;
    event.preventDefault();
    if (key !== ' ') return linkOf(neighbour(card, key))?.focus();
    const record = readCard(card);
    const from = card.closest<HTMLElement>('[data-column]')?.dataset['column'];
    if (board.canMove && record && from !== undefined) board.lift(record, from, 'keys');
  };
};
