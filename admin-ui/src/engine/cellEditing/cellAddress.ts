import type { Column } from '../list/columns';
import type { Id } from '../list/useSelection';
import type { Saved } from '../useRecordSaved';

/** A cell of the list: its record and the name of its column. */
export interface CellAddress {
  id: Id;
  column: string;
}

/** The rows and columns of the list as they are shown. */
export interface CellTable {
  columns: Column[];
  rows: Saved[];
}

/** What follows an edit: the cell gets the focus back, another one is edited, or the focus stays where somebody took it. */
export type Next = 'stay' | 'next' | 'previous' | 'leave';

/** Whether two addresses name the same cell. */
export const isSameCell = (one: CellAddress, other: CellAddress) => one.id === other.id && one.column === other.column;

const columnIndex = ({ columns }: CellTable, name: string) => columns.findIndex(column => column.name === name);

/** The element of a cell, while it is on the page. The first cell of a row is its checkbox. */
export const findCell = (table: CellTable, { id, column }: CellAddress) => {
  const index = columnIndex(table, column);
  const row = document.querySelector<HTMLTableRowElement>(`tr[data-row="${CSS.escape(String(id))}"]`);
  return index < 0 ? undefined : row?.cells[index + 1];
};

/** The address of the cell around an element; undefined outside of the values of a row. */
export const addressOf = (table: CellTable, element: Element | null): CellAddress | undefined => {
  const cell = element?.closest<HTMLTableCellElement>('tr[data-row] > *');
  const row = cell?.closest<HTMLElement>('tr[data-row]');
  const record = table.rows.find(({ id }) => String(id) === row?.dataset['row']);
  const column = cell && table.columns[cell.cellIndex - 1];
  return record && column ? { id: record.id, column: column.name } : undefined;
};

/** Columns that leave a narrow window are still in the page. */
const isShown = (cell: HTMLElement | undefined) => cell !== undefined && getComputedStyle(cell).display !== 'none';

/** The columns that are in sight in the row of a record. */
export const shownColumns = (table: CellTable, id: Id) =>
  table.columns.filter(({ name }) => isShown(findCell(table, { id, column: name })));

/** The cell so many rows and columns further on, within the page. */
export const stepFrom = (table: CellTable, from: CellAddress, rows: number, columns: number): CellAddress => {
  const shown = shownColumns(table, from.id).map(({ name }) => name);
  const ids = table.rows.map(({ id }) => id);
  const at = <T>(list: T[], index: number) => list[Math.min(Math.max(index, 0), list.length - 1)];
  return {
    id: at(ids, ids.indexOf(from.id) + rows) ?? from.id,
    column: at(shown, shown.indexOf(from.column) + columns) ?? from.column,
  };
};

/** The addresses of a rectangle between two of its corners, row by row. */
export const cellsBetween = (table: CellTable, one: CellAddress, other: CellAddress): CellAddress[][] => {
  const names = shownColumns(table, one.id).map(({ name }) => name);
  const ids = table.rows.map(({ id }) => id);
  const between = <T>(list: T[], a: T, b: T) => {
    const ends = [list.indexOf(a), list.indexOf(b)].sort((x, y) => x - y);
    return (ends[0] ?? -1) < 0 ? [] : list.slice(ends[0], (ends[1] ?? 0) + 1);
  };
  const columns = between(names, one.column, other.column);
  return between(ids, one.id, other.id).map(id => columns.map(column => ({ id, column })));
};

/** Gives a cell the focus: that of the title is on its link, which Enter opens. */
export const focusCell = (table: CellTable, address: CellAddress) => {
  const cell = findCell(table, address);
  const link = cell?.querySelector<HTMLElement>('a.t[href]');
  if (cell && !link) cell.tabIndex = -1;
  (link ?? cell)?.focus();
};
