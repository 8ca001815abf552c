import { findCell, type CellAddress, type CellTable } from './cellAddress';

/** What begins a cell that a spreadsheet would run: the service disarms the same in exports. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/** Amounts and numbers below zero begin with a minus and run nothing. */
const figure = /^[-−]?[\d.,\u00a0\u202f ]+( ?[%\p{Sc}A-Z]{1,3})?$/u;

/** What a cell shows, in one line. */
const cellText = (cell: HTMLElement | undefined) =>
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden from sight is not copied
  (cell?.innerText ?? cell?.textContent ?? '').replace(/\s+/g, ' ').trim();

const disarmed = (text: string) => (formula.test(text) && !figure.test(text) ? `'${text}` : text);

/** The texts of a rectangle of cells, as the list shows them. */
export const textsOf = (table: CellTable, cells: CellAddress[][]) =>
  cells.map(row => row.map(address => disarmed(cellText(findCell(table, address)))));

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A table of texts as lines with tabs, which spreadsheets take, and as HTML, which documents and mails take. */
export const copiedAs = (texts: string[][]) => ({
  'text/plain': texts.map(row => row.join('\t')).join('\n'),
  'text/html': `<table><tbody>${texts
    .map(row => `<tr>${row.map(text => `<td>${escaped(text)}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`,
});
