// @vitest-environment node
import { expect, test } from 'vitest';
import { changesOf, inTier, rowsOf, withMsp, type Row } from './assignments';

const at = '2026-12-01T08:00:00.000Z';
const rows: Row[] = [
  { mspId: 1, tier: 1, releaseAt: null },
  { mspId: 2, tier: 2, releaseAt: at },
];

test('who joins a tier is released with it', () => {
  expect(withMsp(rows, 3, 2)[2]).toEqual({ mspId: 3, tier: 2, releaseAt: at });
  expect(withMsp(rows, 3, 3)[2]).toEqual({ mspId: 3, tier: 3, releaseAt: null });
  expect(inTier(rows, 1, 2)[0]).toEqual({ mspId: 1, tier: 2, releaseAt: at });
  expect(inTier(rows, 2, 3)[1]).toEqual({ mspId: 2, tier: 3, releaseAt: at });
});

test('changes are counted by MSP', () => {
  expect(changesOf(rows, rows)).toBe(0);
  expect(changesOf(rows, [...rows.slice(1), { mspId: 3, tier: 1, releaseAt: null }])).toBe(2);
  expect(changesOf(rows, inTier(rows, 2, 3))).toBe(1);
});

test('they are shown by tier', () => {
  const msps = [3, 1, 2].map(tier => ({ mspId: tier * 10, tier, releaseAt: null, suspended: false }));
  expect(rowsOf({ msps }).map(({ mspId }) => mspId)).toEqual([10, 20, 30]);
});
