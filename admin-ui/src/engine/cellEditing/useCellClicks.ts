import { useEffect, useRef } from 'react';
import { reacting } from '../list/useRowClick';
import { rowLink } from '../list/useFocusReturn';
import { addressOf, type CellAddress, type CellTable } from './cellAddress';

/** How long a click on a cell that can be edited waits for a second one before it opens the row, in milliseconds. */
const secondClick = 220;

interface Wanted {
  table: CellTable;
  canEdit: (address: CellAddress) => boolean;
  edit: (address: CellAddress) => void;
}

/** Edits a cell that is clicked twice. The first click opens the row only once no second one has followed. */
export const useCellClicks = (wanted: Wanted) => {
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const click = (event: MouseEvent) => {
      const { table, canEdit, edit } = latest.current;
      const { target, detail } = event;
      if (!(target instanceof Element) || target.closest(`${reacting}, .cell-edit`)) return;
      const address = target.closest('.list') ? addressOf(table, target) : undefined;
      clearTimeout(timer);
      if (!address || !canEdit(address)) return;
      if (detail < 2 && getSelection()?.isCollapsed === false) return; // text was selected
      event.preventDefault();
      if (detail > 1) {
        getSelection()?.removeAllRanges(); // the browser selects the word
        edit(address);
      } else timer = setTimeout(() => rowLink(address.id)?.click(), secondClick);
    };
    document.addEventListener('click', click, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', click, true);
    };
  }, []);
};
