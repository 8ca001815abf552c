// @vitest-environment node
import { expect, test } from 'vitest';
import type { MSPPermission } from '../../generated/answers';
import { chosenOf, difference, impliedBy, keyOf, wishesOf } from './grants';

const catalogue: MSPPermission[] = [
  { name: 'RATE_VIEW', textKey: 'v', implies: [], scopes: [] },
  { name: 'RATE_EDIT', textKey: 'e', implies: ['RATE_VIEW'], scopes: [] },
  { name: 'APPLICATION_SUBMIT', textKey: 'o', implies: ['RATE_EDIT'], scopes: [] },
];
const here = { client: 1, entity: 0 };
const there = { client: 1, entity: 2 };

test('what is needed is on at the same place, through any number of steps', () => {
  const implied = impliedBy(new Set([keyOf('APPLICATION_SUBMIT', here)]), catalogue);
  expect([...implied]).toEqual([
    ['RATE_EDIT 1 0', ['APPLICATION_SUBMIT']],
    ['RATE_VIEW 1 0', ['APPLICATION_SUBMIT']],
  ]);
  expect(impliedBy(new Set([keyOf('RATE_EDIT', there)]), catalogue).has(keyOf('RATE_VIEW', here))).toBe(false);
});

test('a circle in the catalogue ends', () => {
  const circle: MSPPermission[] = [
    { name: 'POOL_VIEW', textKey: 'a', implies: ['POOL_INVITE'], scopes: [] },
    { name: 'POOL_INVITE', textKey: 'b', implies: ['POOL_VIEW'], scopes: [] },
  ];
  expect(impliedBy(new Set(['POOL_VIEW 1 0']), circle).get('POOL_INVITE 1 0')).toEqual(['POOL_VIEW']);
});

test('stored grants come back as they were', () => {
  const chosen = chosenOf([
    { permission: 'RATE_VIEW', clientId: 1, legalEntityId: null },
    { permission: 'RATE_EDIT', clientId: 1, legalEntityId: 2 },
  ]);
  expect(wishesOf(chosen)).toEqual([
    { permission: 'RATE_VIEW', scope: 'client', clientId: 1 },
    { permission: 'RATE_EDIT', scope: 'legalentity', clientId: 1, legalEntityId: 2 },
  ]);
  expect(difference(chosen, new Set(['RATE_VIEW 1 0', 'APPLICATION_SUBMIT 1 0']))).toEqual({ added: 1, removed: 1 });
});
