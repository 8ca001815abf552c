const isWaiting = (row: Element): row is HTMLElement => row.matches('[data-row]');

/** The row that waits next behind one of a worklist, or after the last one that before it. */
export const neighbourOf = (row: Element | null) => {
  if (!row?.parentElement) return undefined;
  const rows = [...row.parentElement.children];
  const at = rows.indexOf(row);
  return rows.slice(at + 1).find(isWaiting) ?? rows.slice(0, at).findLast(isWaiting);
};
