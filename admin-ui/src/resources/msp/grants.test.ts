// @vitest-environment node
import { expect, test } from 'vitest';
import { chosenOf, difference, impliedBy, keyOf, wishesOf } from './grants';

const catalogue = [
  { name: 'VIEW', textKey: 'v', implies: [] },
  { name: 'EDIT', textKey: 'e', implies: ['VIEW'] },
  { name: 'OWN', textKey: 'o', implies: ['EDIT'] },
];
const here = { client: 1, entity: 0 };
const there = { client: 1, entity: 2 };

test('what is needed is on at the same place, through any number of steps', () => {
  const implied = impliedBy(new Set([keyOf('OWN', here)]), catalogue);
  expect([...implied]).toEqual([
    ['EDIT 1 0', ['OWN']],
    ['VIEW 1 0', ['OWN']],
  ]);
  expect(impliedBy(new Set([keyOf('EDIT', there)]), catalogue).has(keyOf('VIEW', here))).toBe(false);
});

test('a circle in the catalogue ends', () => {
  const circle = [
    { name: 'A', textKey: 'a', implies: ['B'] },
    { name: 'B', textKey: 'b', implies: ['A'] },
  ];
  expect(impliedBy(new Set(['A 1 0']), circle).get('B 1 0')).toEqual(['A']);
});

test('stored grants come back as they were', () => {
  const chosen = chosenOf([
    { permission: 'VIEW', clientId: 1, legalEntityId: null },
    { permission: 'EDIT', clientId: 1, legalEntityId: 2 },
  ]);
  expect(wishesOf(chosen)).toEqual([
    { permission: 'VIEW', scope: 'client', clientId: 1 },
    { permission: 'EDIT', scope: 'legalentity', clientId: 1, legalEntityId: 2 },
  ]);
  expect(difference(chosen, new Set(['VIEW 1 0', 'OWN 1 0']))).toEqual({ added: 1, removed: 1 });
});
