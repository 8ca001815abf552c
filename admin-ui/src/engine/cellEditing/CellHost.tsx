import { useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { findCell, type CellAddress, type CellTable } from './cellAddress';

interface Props {
  table: CellTable;
  address: CellAddress;
  className: string;
  /** The cell has left the page. */
  onGone: () => void;
  children: ReactNode;
}

/** Draws something into a cell of the list. It goes along when the record moves to another row, and keeps what was typed. */
export const CellHost = ({ table, address, className, onGone, children }: Props) => {
  const [host] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    const cell = findCell(table, address);
    if (!cell) onGone();
    else if (host.parentElement !== cell) {
      host.className = `${className} ${isAtEnd(cell) ? 'at-end' : ''}`;
      const focused = host.contains(document.activeElement) ? document.activeElement : null;
      cell.append(host);
      if (focused instanceof HTMLElement) focused.focus(); // what is moved in the page loses it
    }
  });
  useLayoutEffect(() => () => host.remove(), [host]);
  return createPortal(children, host);
};

/** Whether a cell stands in the second half of its list, where there is more room before it. */
const isAtEnd = (cell: HTMLElement) => {
  const around = cell.closest('.tw')?.getBoundingClientRect();
  const { left, right } = cell.getBoundingClientRect();
  return around !== undefined && (left + right) / 2 > (around.left + around.right) / 2;
};
