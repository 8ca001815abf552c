import { describe, expect, it } from 'vitest';
import { clockOf, inWords, tookOf } from './words';

const t = (key: string, options: Record<string, unknown> = {}) =>
  [key.replace('panel.cron.', ''), ...Object.values(options)].join(' ');

describe('times', () => {
  const now = Date.parse('2026-11-20T14:06:00Z');
  it('are those of the schedule, with the day when it is another one', () => {
    expect(clockOf('en', '2026-11-20T14:10:00.000Z', now)).toBe('14:10');
    expect(clockOf('en', '2026-11-21T01:15:00.000Z', now)).toBe('21 Nov, 01:15');
  });
  it.each([
    ['2026-11-20T14:06:30Z', 'in.now'],
    ['2026-11-20T14:10:00Z', 'in.minutes 4'],
    ['2026-11-21T01:15:00Z', 'in.hours 11'],
    ['2026-11-23T05:00:00Z', 'in.days 3'],
  ])('until %s', (iso, words) => expect(inWords(t, iso, now)).toBe(words));
  it.each([
    [12, 'duration.ms 12'],
    [4120, 'duration.s 4.1'],
    [41_000, 'duration.s 41'],
    [480_000, 'duration.min 8'],
    [7_200_000, 'duration.h 2'],
  ])('%i ms took', (ms, words) => expect(tookOf(t, 'en', ms)).toBe(words));
});
