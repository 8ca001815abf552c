// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { readDay, readMoment, writeMoment } from './day';

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
    ['en-US', 'Jan 12, 2027', '2027-01-12'],
    ['en-US', '01/12/2027', '2027-01-12'],
  ];
  for (const [locale, text, day] of cases) it(`${text} in ${locale}`, () => expect(readDay(locale, text)).toBe(day));
});

describe('a moment is read', () => {
  const halfPastTwo = new Date(2027, 0, 12, 14, 30).toISOString();
  const cases: [locale: string, text: string, moment: string | undefined][] = [
    ['en', '2027-01-12 14:30', halfPastTwo],
    ['en', '2027-01-12T14:30', halfPastTwo],
    ['en', '12 Jan 2027, 14:30', halfPastTwo],
    ['de', '12.1.2027 14:30', halfPastTwo],
    ['en', '2027-01-12', new Date(2027, 0, 12).toISOString()],
    ['de', '12. Januar 2027', new Date(2027, 0, 12).toISOString()],
    ['en', '2027-02-30', undefined],
    ['en', '2027-02-30 14:30', undefined],
    ['en', '2027-01-12 24:30', undefined],
    ['en', '2027-01-12 14:60', undefined],
    ['en-US', 'Jan 12, 2027, 2:30 PM', halfPastTwo],
    ['en-US', '2027-01-12 02:30 p.m.', halfPastTwo],
    ['en-US', '2027-01-12 14:30', halfPastTwo],
    ['en-US', '2027-01-12 14:30 PM', undefined],
    ['en-US', '2027-01-12 0:30 AM', undefined],
    ['en-US', '2027-01-12 2:30 xm', undefined],
    ['en-US', '2027-01-12 12:05 AM', new Date(2027, 0, 12, 0, 5).toISOString()],
    ['en-US', '2027-01-12 12:05 PM', new Date(2027, 0, 12, 12, 5).toISOString()],
  ];
  for (const [locale, text, moment] of cases)
    it(`${text} in ${locale}`, () => expect(readMoment(locale, text)).toBe(moment));

  it.each(['en', 'de', 'en-US', 'fr'])('in the form it is written in, in %s', locale => {
    expect(readMoment(locale, writeMoment(locale, halfPastTwo))).toBe(halfPastTwo);
  });
});

describe('a moment is written with the clock of the language', () => {
  const evening = new Date(2027, 0, 12, 21, 5).toISOString();
  it.each([
    ['en', '12 Jan 2027, 21:05'],
    ['de', '12. Jan. 2027, 21:05'],
    ['en-US', 'Jan 12, 2027, 09:05 PM'],
  ])('in %s', (locale, text) => {
    expect(writeMoment(locale, evening).replaceAll('\u202f', ' ')).toBe(text);
  });
});
