import { dateFormat, hasTwelveHours } from '../format/format';

const pad = (n: number) => String(n).padStart(2, '0');

const exists = (year: number, month: number, day: number) => {
  const iso = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isReal && new Date(Date.parse(`${iso}T00:00:00Z`)).toISOString().startsWith(iso) ? iso : undefined;
};

const monthsOf = (locale: string, month: 'short' | 'long') =>
  Array.from({ length: 12 }, (_, i) =>
    dateFormat(locale, { month, day: 'numeric', timeZone: 'UTC' })
      .formatToParts(Date.UTC(2027, i, 1))
      .find(part => part.type === 'month')
      ?.value.replace('.', '')
      .toLowerCase(),
  );

const monthNamed = (locale: string, name: string) => {
  const wanted = name.replace('.', '').toLowerCase();
  return Math.max(monthsOf(locale, 'short').indexOf(wanted), monthsOf(locale, 'long').indexOf(wanted)) + 1;
};

/** Whether the language writes the month before the day, as American English does. */
const isMonthFirst = (locale: string) => {
  const parts = dateFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' }).formatToParts(0);
  return parts.find(({ type }) => type === 'month' || type === 'day')?.type === 'month';
};

/**
 * Reads a day: ISO, figures in the order of the language (12.1.2027, 12/01/2027) or as it is shown (12 Jan 2027). Undefined when it is none.
 * Days are texts (2027-01-12): they have no time zone.
 */
export const readDay = (locale: string, text: string): string | undefined => {
  const normalized = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(normalized);
  if (iso) return exists(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const figures = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(normalized);
  if (figures) {
    const [first, second] = [Number(figures[1]), Number(figures[2])];
    return isMonthFirst(locale) ? exists(Number(figures[3]), first, second) : exists(Number(figures[3]), second, first);
  }
  const words = /^(\d{1,2})\.? ([\p{L}\p{M}.]+) (\d{4})$/u.exec(normalized);
  if (words) return exists(Number(words[3]), monthNamed(locale, words[2] ?? ''), Number(words[1]));
  const american = /^([\p{L}.]+) (\d{1,2}),? (\d{4})$/u.exec(normalized);
  return american ? exists(Number(american[3]), monthNamed(locale, american[1] ?? ''), Number(american[2])) : undefined;
};

const timed = /^(.+?)(?:,? +|T)(\d{1,2}):(\d{2})(?:\s*([\p{L}\p{M}.]+))?$/u;

const normalizeDayPeriod = (text: string) => text.replace(/[.\s]/g, '').toLowerCase();

/** What the language calls a half of the day. */
const halfNamed = (locale: string, hour: number) =>
  dateFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' })
    .formatToParts(Date.UTC(2027, 0, 1, hour))
    .find(({ type }) => type === 'dayPeriod')?.value ?? '';

/** The hour of the day, from 0 to 23, with or without the half of the day that it is counted in. */
const hourOf = (locale: string, hours: number, half: string | undefined) => {
  if (half === undefined) return hours > 23 ? undefined : hours;
  const isNamed = (at: number, english: string) =>
    normalizeDayPeriod(half) === english || normalizeDayPeriod(half) === normalizeDayPeriod(halfNamed(locale, at));
  const isLate = isNamed(18, 'pm');
  if (hours < 1 || hours > 12 || !(isLate || isNamed(6, 'am'))) return undefined;
  return (hours % 12) + (isLate ? 12 : 0);
};

/**
 * Reads a moment by the reader's own clock, a day in any of its forms and a time (2027-01-12 14:30, 2:30 PM), as UTC in ISO form.
 * A day without a time is its beginning.
 */
export const readMoment = (locale: string, text: string): string | undefined => {
  const [, dayText = '', hours = '', minutes = '', half] = timed.exec(text.trim()) ?? ['', text.trim(), '0', '00'];
  const day = readDay(locale, dayText);
  const hour = hourOf(locale, Number(hours), half);
  if (!day || hour === undefined || Number(minutes) > 59) return undefined;
  return new Date(`${day}T${pad(hour)}:${minutes}:00`).toISOString();
};

/** A moment to the minute, by the reader's own clock: "12 Jan 2027, 14:30", "Jan 12, 2027, 02:30 PM". A text that is none stays as it is. */
export const writeMoment = (locale: string, iso: string) => {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const parts = { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return dateFormat(locale, { ...parts, hourCycle: hasTwelveHours(locale) ? 'h12' : 'h23' }).format(at);
};
