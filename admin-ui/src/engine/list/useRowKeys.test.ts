import { expect, it } from 'vitest';
import { rowKeys } from './useRowKeys';

const keysOf = (had: Record<string, number>, ids: string[]) => [...rowKeys(new Map(Object.entries(had)), ids).values()];

it.each([
  ['first rows get keys of their own', {}, ['a', 'b'], [0, 1]],
  ['the next page takes over all of them, in order', { a: 0, b: 1 }, ['c', 'd'], [0, 1]],
  ['a row that moves keeps its key', { a: 0, b: 1, c: 2 }, ['b', 'a', 'c'], [1, 0, 2]],
  ['one that comes takes over that of the one that has gone', { a: 0, b: 1, c: 2 }, ['d', 'a', 'b'], [2, 0, 1]],
  ['more rows than before get new ones', { a: 0 }, ['b', 'c', 'd'], [0, 1, 2]],
  ['fewer rows leave some', { a: 3, b: 1, c: 2 }, ['c'], [2]],
])('%s', (_, had, ids, keys) => {
  expect(keysOf(had, ids)).toEqual(keys);
});
