// @vitest-environment node
import { expect, it } from 'vitest';
import { bestOf, isDifferent, matchOf, oddOnes } from './rows';

it.each([
  ['the lowest rate', [85, 79, 91], 'low', [false, true, false]],
  ['both of two', [79, 79, 91], 'low', [true, true, false]],
  ['the earliest day', ['2027-01-12', '2026-12-07', ''], 'low', [false, true, false]],
  ['the most checks', [5, 7, 3], 'high', [false, true, false]],
  ['nobody while all are alike', [79, 79], 'low', [false, false]],
  ['nobody while only one is known', [79, null, undefined], 'low', [false, false, false]],
] as const)('marks %s', (_, values, wanted, best) => {
  expect(bestOf<number | string>([...values], wanted)).toEqual(best);
});

it.each([
  ['the one who says something else', ['yes', 'no', 'yes'], [false, true, false]],
  ['everybody where two disagree', ['yes', 'no'], [true, true]],
  ['everybody where all disagree', ['a', 'b', 'c'], [true, true, true]],
  ['everybody where there is no majority', ['a', 'a', 'b', 'b'], [true, true, true, true]],
  ['nobody where all agree', ['yes', 'yes'], [false, false]],
])('highlights %s', (_, texts, odd) => {
  expect(oddOnes(texts)).toEqual(odd);
});

it('tells rows that differ', () => {
  const row = (texts: string[]) => ({ name: 'x', label: 'X', texts });
  expect([row(['a', 'a']), row(['a', ''])].map(isDifferent)).toEqual([false, true]);
});

it('counts the wanted skills and names the missing ones', () => {
  expect(matchOf(['Java', 'Kafka'], ['java', 'Go'])).toEqual({ count: 1, missing: ['Kafka'] });
});
