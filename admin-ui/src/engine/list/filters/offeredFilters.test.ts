// @vitest-environment node
import { expect, it } from 'vitest';
import type { FilterMeta } from '../../../meta';
import { offeredFilters } from './offeredFilters';

const filters: FilterMeta[] = [
  { name: 'harbourName', kind: 'client' },
  { name: 'harbourId', kind: 'ref', ref: 'harbour' },
  { name: 'name', kind: 'text' },
];
const label = ({ name }: FilterMeta) => (name === 'name' ? 'Name' : 'Harbour');

it.each([
  ['one of two that ask the same', {}, ['harbourName', 'name']],
  ['also the other while it is set', { harbourId: 3 }, ['harbourName', 'harbourId', 'name']],
])('offers %s', (_, set, names) => {
  expect(offeredFilters(filters, set, label).map(({ name }) => name)).toEqual(names);
});
