import { useEffect, useMemo, useState } from 'react';
import { cellsBetween, findCell, isSameCell, type CellAddress, type CellTable } from './cellAddress';

/** Two corners of a rectangle of cells: where it began, and where it has been extended to. */
interface Area {
  from: CellAddress;
  to: CellAddress;
}

/** The selected rectangle of cells, which is marked in the page while there is one. */
export const useCellArea = (table: CellTable) => {
  const [area, setArea] = useState<Area>();
  const cells = useMemo(() => (area ? cellsBetween(table, area.from, area.to) : []), [table, area]);
  useEffect(() => {
    const marked = cells.flat().flatMap(address => findCell(table, address) ?? []);
    for (const cell of marked) cell.dataset['marked'] = '';
    return () => {
      for (const cell of marked) delete cell.dataset['marked'];
    };
  }, [table, cells]);
  return {
    cells,
    /** Extends what is selected, or a cell, to another one; to itself it is nothing. */
    extend: (cell: CellAddress, to: CellAddress) =>
      setArea(old => {
        const from = old && isSameCell(old.to, cell) ? old.from : cell;
        return isSameCell(from, to) ? undefined : { from, to };
      }),
    clear: () => setArea(undefined),
  };
};
