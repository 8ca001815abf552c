// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { addMonths, readDay, weeksOf } from './day';

describe('a day is read', () => {
  const cases: [locale: string, text: string, day: string | undefined][] = [
    ['en', '2027-01-12', '2027-01-12'],
    ['en', ' 12 Jan 2027 ', '2027-01-12'],
    ['de', '12. Januar 2027', '2027-01-12'],
    ['de', '12.1.2027', '2027-01-12'],
    ['en', '12/01/2027', '2027-01-12'],
    ['en', '2027-02-30', undefined],
    ['en', '31 Foo 2027', undefined],
    ['en', '12', undefined],
  ];
  for (const [locale, text, day] of cases) it(`${text} in ${locale}`, () => expect(readDay(locale, text)).toBe(day));
});

it('the same day next month is the last one when there is none', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
  expect(addMonths('2028-02-29', -12)).toBe('2027-02-28');
});

it('a month is drawn in whole weeks from Monday', () => {
  const weeks = weeksOf('2027-02-14');
  expect(weeks).toHaveLength(4); // February 2027 begins on a Monday and has four weeks
  expect(weeks[0]?.[0]).toBe('2027-02-01');
  expect(weeksOf('2026-11-21').at(-1)?.[6]).toBe('2026-12-06');
});
