// @vitest-environment node
import { expect, it } from 'vitest';
import type { CheckMeta } from '../../meta';
import { checkFailures, isRequiredNow } from './checkRules';

const checks: CheckMeta[] = [
  { rule: 'notBelow', fields: ['until'], other: 'from' },
  { rule: 'notAbove', fields: ['least'], other: 'most' },
  { rule: 'required', fields: ['reason'], other: 'isHeld', in: [true] },
  { rule: 'own', fields: ['until', 'reason'], text: 'boat.sunk' },
];

it.each([
  ['an end before the start', { from: '2027-02-02', until: '2027-02-01' }, { until: 'validation.after' }],
  ['an end on the day of the start', { from: '2027-02-02', until: '2027-02-02' }, {}],
  ['an end without a start', { from: null, until: '2027-02-01' }, {}],
  ['a smallest above the largest', { least: 5.5, most: 5 }, { least: 'validation.maxValue' }],
  ['numbers by their value, not by their letters', { least: 9, most: 10 }, {}],
  ['a missing reason', { isHeld: true, reason: '' }, { reason: 'validation.required' }],
  ['no reason where none is asked for', { isHeld: false, reason: '' }, {}],
])('says before it asks what is wrong with %s', (_, values, wrong) => {
  const keys = Object.entries(checkFailures(checks, values)).map(([name, { key }]) => [name, key]);
  expect(Object.fromEntries(keys)).toEqual(wrong);
});

it('marks what has to be there only as long as the other field demands it', () => {
  expect(isRequiredNow(checks, 'reason', { isHeld: true })).toBe(true);
  expect(isRequiredNow(checks, 'reason', { isHeld: false })).toBe(false);
  expect(isRequiredNow(checks, 'until', { isHeld: true })).toBe(false);
});
