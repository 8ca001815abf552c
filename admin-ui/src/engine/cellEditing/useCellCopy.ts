import { useEffect, useRef } from 'react';
import { addressOf, type CellAddress, type CellTable } from './cellAddress';
import { copiedAs, textsOf } from './cellCopy';

const writing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

interface Wanted {
  table: CellTable;
  /** The selected rectangle; without one the cell with the focus is copied. */
  cells: CellAddress[][];
  onCopied: (count: number) => void;
}

/** Copies the selected cells as a table, unless text is selected. */
export const useCellCopy = (wanted: Wanted) => {
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const { table, cells, onCopied } = latest.current;
      const focus = document.activeElement;
      if (!event.clipboardData || focus?.matches(writing) || getSelection()?.isCollapsed === false) return;
      const focused = addressOf(table, focus);
      const wantedCells = cells.length > 0 || !focused ? cells : [[focused]];
      if (wantedCells.length === 0) return;
      for (const [type, text] of Object.entries(copiedAs(textsOf(table, wantedCells))))
        event.clipboardData.setData(type, text);
      event.preventDefault();
      onCopied(wantedCells.flat().length);
    };
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, []);
};
