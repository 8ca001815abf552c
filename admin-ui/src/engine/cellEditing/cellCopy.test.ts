import { expect, it } from 'vitest';
import { copiedAs, textsOf } from './cellCopy';
import type { Column } from '../list/columns';

const copiedCell = (text: string) => {
  document.body.innerHTML = '<table><tr data-row="1"><td></td><td></td></tr></table>';
  const cell = document.querySelectorAll('td')[1];
  if (cell) cell.textContent = text;
  const table = { columns: [{ name: 'name' } as Column], rows: [{ id: 1 }] }; // of a column only its name is asked for
  return textsOf(table, [[{ id: 1, column: 'name' }]])[0]?.[0];
};

it.each([
  ['=HYPERLINK("x")', '\'=HYPERLINK("x")'],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2+3', "'-2+3"],
  ['-1,240.50', '-1,240.50'],
  ['-95.00 €', '-95.00 €'],
  ['Lena\n  Brandstätter', 'Lena Brandstätter'],
])('copies %s so that no spreadsheet runs it', (shown, copied) => expect(copiedCell(shown)).toBe(copied));

it('writes a table for documents with its signs as text', () => {
  expect(copiedAs([['a < b & c', 'd']])).toEqual({
    'text/plain': 'a < b & c\td',
    'text/html': '<table><tbody><tr><td>a &lt; b &amp; c</td><td>d</td></tr></tbody></table>',
  });
});
