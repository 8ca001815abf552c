import { expect, test } from 'vitest';
import { boat } from './boats.fixture';
import { shippedViews, viewFilter, viewQuery } from './views';

const order = { field: 'id', order: 'DESC' } as const;

test('filters have one spelling, in whatever order they were set', () => {
  expect(viewQuery({ status: ['a'], clientId: 7 }, order)).toBe(viewQuery({ clientId: 7, status: ['a'] }, order));
});

test.each([
  [{ clientId: 55_297 }, { clientId: 57_343 }],
  [{ clientId: 7 }, { clientId: '7' }],
  [{ created: { from: '2026-02-01' } }, { created: { from: '2026-11-26' } }],
  [{ status: ['a', 'b'] }, { status: ['a,b'] }],
])('filters that differ have queries that differ: %j and %j', (one, other) => {
  expect(viewQuery(one, order)).not.toBe(viewQuery(other, order));
  expect(viewFilter(viewQuery(one, order))).toEqual(one);
});

test('gives the views of the product their words, filters and order', () => {
  const views = [{ name: 'sinking', filter: { state: ['SUNK'] }, sort: 'name:asc' }];
  expect(shippedViews({ ...boat, views }, key => key)).toEqual([
    { name: 'resources.boat.views.sinking', query: viewQuery({ state: ['SUNK'] }, { field: 'name', order: 'ASC' }) },
  ]);
});
