import { useEffect, useRef } from 'react';
import { useStore } from 'ra-core';
import { isHandledElsewhere, keysOff } from '../list/useListKeys';
import { addressOf, type CellAddress, type CellTable } from './cellAddress';

const steps: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface Wanted {
  table: CellTable;
  /** The cell of the row that the keyboard is at, where the focus is in none. */
  current: CellAddress | undefined;
  edit: (address: CellAddress) => void;
  move: (from: CellAddress, step: [rows: number, columns: number], isExtending: boolean) => void;
  /** Ends the selection; undefined where there is none. */
  clear: (() => void) | undefined;
}

/** Moves from cell to cell, extends the selection and edits, by keyboard. */
export const useCellKeys = (wanted: Wanted) => {
  const latest = useRef(wanted);
  const [isOff] = useStore(keysOff, false);
  useEffect(() => {
    latest.current = wanted;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isHandledElsewhere(event)) return;
      const { table, current, edit, move, clear } = latest.current;
      const focused = addressOf(table, document.activeElement);
      const step = stepOf(event);
      const isEdit = event.key === 'F2' || (!isOff && !event.shiftKey && event.key.toLowerCase() === 'e');
      const at = focused ?? current;
      if (event.key === 'Escape' && clear) clear();
      else if (step && focused) move(focused, step, event.shiftKey);
      else if (isEdit && at) edit(at);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOff]);
};

/** Where text runs from right to left, the next column is at the left. */
const stepOf = ({ key }: KeyboardEvent): [number, number] | undefined => {
  const [rows, columns] = steps[key] ?? [];
  if (rows === undefined || columns === undefined) return undefined;
  return [rows, document.dir === 'rtl' ? -columns : columns];
};
