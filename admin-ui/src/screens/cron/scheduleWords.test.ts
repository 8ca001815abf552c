import { describe, expect, it } from 'vitest';
import german from '../../../../directus-schema/seed/de/cron.json';
import english from '../../../../directus-schema/seed/en/cron.json';
import { buildI18n } from '../../providers/i18n';
import { scheduleWords } from './scheduleWords';

const en = buildI18n({ locale: 'en', texts: english }).translate;
const de = buildI18n({ locale: 'de', texts: german }).translate;

describe('schedules in words', () => {
  it.each([
    ['*/10 * * * *', 'every 10 min', 'alle 10 min'],
    ['* * * * *', 'every minute', 'jede Minute'],
    ['20 * * * *', 'hourly at :20', 'stündlich um :20'],
    ['15 1 * * *', 'daily 01:15', 'täglich 01:15'],
    ['0 8,17 * * *', 'daily 08:00 and 17:00', 'täglich 08:00 und 17:00'],
    ['0 3 * * 0', 'Sunday 03:00', 'Sonntag 03:00'],
    ['0 3 * * 7', 'Sunday 03:00', 'Sonntag 03:00'],
    ['0 8 * * 1-5', 'Monday to Friday 08:00', 'Montag bis Freitag 08:00'],
    ['0 8 * * 1,3', 'Monday and Wednesday 08:00', 'Montag und Mittwoch 08:00'],
    ['30 5 1 * *', 'day 1 of every month 05:30', 'am 1. jedes Monats 05:30'],
    ['30 5 1,15 * *', 'day 1 and 15 of every month 05:30', 'am 1. und 15. jedes Monats 05:30'],
    ['30 5 1 1 *', 'every 1 January 05:30', 'jedes Jahr am 1. Januar 05:30'],
    ['0 8-17 * * *', 'hourly at :00, 08:00 to 17:00', 'stündlich um :00, 08:00 bis 17:00'],
    [
      '*/10 8-18 * * 1-5',
      'Monday to Friday every 10 min, 08:00 to 18:59',
      'Montag bis Freitag alle 10 min, 08:00 bis 18:59',
    ],
  ])('%s', (fields, inEnglish, inGerman) => {
    expect(scheduleWords(en, 'en', { fields, timeZone: 'UTC' })).toBe(inEnglish);
    expect(scheduleWords(de, 'de', { fields, timeZone: 'UTC' })).toBe(inGerman);
  });

  it.each(['0 1 1 * 1', '0 1 */2 * *', '0-10 * * * *', '0 1 1 1-3 *', '0 */2 * * *'])(
    'leave %s as it is, which is easier to read',
    fields => expect(scheduleWords(en, 'en', { fields, timeZone: 'UTC' })).toBeUndefined(),
  );

  it('name the zone whose clock they go by', () =>
    expect(scheduleWords(en, 'en', { fields: '15 1 * * *', timeZone: 'Europe/Berlin' })).toBe(
      'daily 01:15, Europe/Berlin time',
    ));
});

it('gives the time of a schedule by the clock of the language', () => {
  const words = scheduleWords(en, 'en-US', { fields: '30 18 * * *', timeZone: 'UTC' });
  expect(words?.replaceAll('\u202f', ' ')).toBe('daily 06:30 PM');
});
