import { cellOf, type Sheet } from './sheet';
import { openStates } from './check';

/** A cell by its row and column. */
export interface Place {
  row: number;
  column: number;
}

/** The rows and columns one moves in. */
export interface Field {
  keys: readonly string[];
  locales: readonly string[];
}

/** Where one goes on after a text: to the next open cell, nowhere, out of the field, or by an arrow. */
export type Then = 'next' | 'stay' | 'leave' | { arrow: string };

const page = 10;

const steps: Record<string, (place: Place, field: Field) => Place> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }) => ({ row: row - page, column }),
  PageDown: ({ row, column }) => ({ row: row + page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { locales }) => ({ row, column: locales.length - 1 }),
};

const within = (n: number, count: number) => Math.max(0, Math.min(n, count - 1));

/** The first and the last cell of all, where Ctrl is held. */
const corners: typeof steps = {
  Home: () => ({ row: 0, column: 0 }),
  End: (_, { keys, locales }) => ({ row: keys.length - 1, column: locales.length - 1 }),
};

/** Where a key leads; undefined for keys that do not move. */
export const moved = (key: string, from: Place, field: Field, isCtrl = false): Place | undefined => {
  const to = (isCtrl ? corners : steps)[key]?.(from, field);
  return to && { row: within(to.row, field.keys.length), column: within(to.column, field.locales.length) };
};

/** What is looked for the next open cell in; a cell that is taken has a text on its way. */
interface Search {
  sheet: Sheet;
  isOccupied: (locale: string, key: string) => boolean;
}

/** The next cell that asks for a hand, first in the row, then in the rows below, then from the top again. */
export const nextOpen = ({ sheet, isOccupied }: Search, field: Field, from: Place): Place | undefined => {
  const { keys, locales } = field;
  const all = keys.length * locales.length;
  const start = from.row * locales.length + from.column;
  for (let step = 1; step < all; step++) {
    const at = (start + step) % all;
    const place = { row: Math.floor(at / locales.length), column: at % locales.length };
    const [locale = '', key = ''] = [locales[place.column], keys[place.row]];
    if (!isOccupied(locale, key) && openStates.includes(cellOf(sheet, locale, key).state)) return place;
  }
  return undefined;
};
