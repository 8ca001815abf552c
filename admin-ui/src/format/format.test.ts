// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { ageOf, formatDate, formatPeriod, inSentence, nameOf, todayIn } from './format';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe('the age of an instant', () => {
  it.each([
    ['a moment', ago(20), 'panel.age.now', 0],
    ['what the service wrote after our last look at the clock', ago(-60), 'panel.age.now', 0],
    ['minutes', ago(11 * 60), 'panel.age.minutes', 11],
    ['hours', ago(5 * 3600), 'panel.age.hours', 5],
    ['a day', ago(25 * 3600), 'panel.age.yesterday', 1],
  ])('is told for %s', (_, at, key, count) => {
    expect(ageOf(now, at)).toEqual({ key, count });
  });
  it.each([
    ['two days', ago(48 * 3600)],
    ['the future', ago(-3600)],
  ])('is a date for %s', (_, at) => {
    expect(ageOf(now, at)).toBeUndefined();
  });
});

it.each([
  ['en', '2027-01-12', '2027-06-30', '12 Jan – 30 Jun 2027'],
  ['en', '2026-12-01', '2027-05-31', '01 Dec 2026 – 31 May 2027'],
  ['de', '2027-01-12', '2027-06-30', '12. Jan. – 30. Juni 2027'],
])('says a period in %s', (locale, start, end, text) => {
  expect(formatPeriod(locale, start, end)).toBe(text);
});

it('gives a day as it stands in the calendar, wherever the reader is', () => {
  expect(formatDate('en', '2027-01-01')).toBe('01 Jan 2027');
});

it.each([
  ['en', 'Projects', 'projects'],
  ['en', 'MSPs', 'MSPs'],
  ['de', 'Projekte', 'Projekte'],
])('writes a noun inside a sentence in %s', (locale, noun, text) => {
  expect(inSentence(locale, noun)).toBe(text);
});

it.each([
  ['en', 'region', 'DE', 'Germany'],
  ['de', 'language', 'en', 'Englisch'],
  ['en', 'region', 'Deutschland', 'Deutschland'],
] as const)('says in %s what the %s %s is called', (locale, type, code, name) => {
  expect(nameOf(locale, type, code)).toBe(name);
});

it('says what day it is in a time zone', () => {
  const late = new Date('2027-01-12T23:30:00Z');
  const days = ['Europe/Berlin', 'Europe/London', 'America/New_York', 'Asia/Tokyo'].map(zone => todayIn(zone, late));
  expect(days).toEqual(['2027-01-13', '2027-01-12', '2027-01-12', '2027-01-13']);
});
