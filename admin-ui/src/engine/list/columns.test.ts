import { expect, it } from 'vitest';
import { lineColumns, listColumns, resolveColumns, shownColumns } from './columns';
import { roomOf } from './HeadCell';
import { boat } from './boats.fixture';
import { viewFilter, viewQuery } from './views';

const names = (columns: { name: string }[]) => columns.map(column => column.name);

it('joins a start with its end, and a count with what is filled of it', () => {
  const columns = resolveColumns(boat, {}, ['name', 'hireStart', 'hireEnd', 'berths', 'berthsFilled']);
  expect(names(columns)).toEqual(['name', 'hireStart', 'berths']);
});

it('leaves out what the metadata does not hold', () => {
  expect(names(resolveColumns(boat, {}, ['name', 'sails']))).toEqual(['name']);
});

it.each([
  ['nothing chosen', undefined, boat.columns],
  ['back to default', [], boat.columns],
  ['the title always in front', ['berths', 'name'], ['name', 'berths']],
  ['fields that are gone', ['name', 'sails', 'insured'], ['name', 'insured']],
])('mends the choice: %s', (_, chosen, shown) => {
  expect(shownColumns(boat, chosen)).toEqual(shown);
});

it('takes width, rank and side from an override', () => {
  const [column] = resolveColumns(boat, { cells: { berths: { width: 64, rank: 3, align: 'end' } } }, ['berths']);
  expect(column).toMatchObject({ width: 64, rank: 3, end: true });
});

it('keeps what a person chose in sight', () => {
  const override = { cells: { berths: { rank: 3 } } } as const;
  const ranks = (chosen?: string[]) => listColumns(boat, override, chosen).find(c => c.name === 'berths')?.rank;
  expect([ranks(), ranks(['berths'])]).toEqual([3, 2]);
});

it('leaves to the title what the other columns do not need', () => {
  const columns = resolveColumns(boat, {}, ['name', 'state']);
  expect(columns.map(roomOf)).toEqual([undefined, { minWidth: 104, maxWidth: 'calc(104px * 1.5)' }]);
});

const Line = () => null;

it('puts what calls for somebody first in the second line', () => {
  const columns = resolveColumns(boat, { cells: { berths: { Line } } }, boat.columns);
  expect(names(lineColumns(boat, columns))).toEqual(['berths', 'harbourId', 'hireStart']);
});

it('leaves numbers without a unit out of the second line, which has no headings', () => {
  const columns = resolveColumns(boat, {}, ['name', 'berths', 'harbourId']);
  expect(names(lineColumns(boat, columns))).toEqual(['harbourId']);
});

it('writes the same view the same way', () => {
  const sort = { field: 'id', order: 'DESC' } as const;
  const query = viewQuery({ b: 1, a: ['x'] }, sort);
  expect(viewQuery({ a: ['x'], b: 1 }, sort)).toBe(query);
  expect(viewFilter(query)).toEqual({ a: ['x'], b: 1 });
  expect(viewFilter('filter=%7Bbroken')).toEqual({});
});
