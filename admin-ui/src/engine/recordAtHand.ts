import { useEffect } from 'react';
import type { MenuLine } from '../ui/menuLine';

/** What can be done with the record that is open. */
interface RecordAtHand {
  title: string;
  lines: readonly MenuLine[];
}

const open: RecordAtHand[] = [];

/** The record that was opened last and is still open. */
export const recordAtHand = () => open.at(-1);

/** Offers elsewhere, such as in the command palette, what the menu of a record offers, as long as that is there. */
export const useAtHand = (title: string, lines: readonly MenuLine[]) =>
  useEffect(() => {
    const record = { title, lines };
    open.push(record);
    return () => {
      open.splice(open.indexOf(record), 1);
    };
  }, [title, lines]);
