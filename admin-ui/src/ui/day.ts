import { dateFormat } from '../format/format';

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

/**
 * Reads a day: ISO, day-first figures (12.1.2027, 12/01/2027) or as it is shown (12 Jan 2027). Undefined when it is none.
 * Days are texts (2027-01-12): they have no time zone.
 */
export const readDay = (locale: string, text: string): string | undefined => {
  const plain = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain);
  if (iso) return exists(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const figures = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(plain);
  if (figures) return exists(Number(figures[3]), Number(figures[2]), Number(figures[1]));
  const words = /^(\d{1,2})\.? ([\p{L}.]+) (\d{4})$/u.exec(plain);
  return words ? exists(Number(words[3]), monthNamed(locale, words[2] ?? ''), Number(words[1])) : undefined;
};

const timed = /^(.+?)(?:,? +|T)(\d{1,2}):(\d{2})$/;

/** Reads a moment by the reader's own clock, a day in any of its forms and a time (2027-01-12 14:30), as UTC in ISO form. */
export const readMoment = (locale: string, text: string): string | undefined => {
  const [, dayText = '', hours = '', minutes = ''] = timed.exec(text.trim()) ?? [];
  const day = readDay(locale, dayText);
  if (!day || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return new Date(`${day}T${pad(Number(hours))}:${minutes}:00`).toISOString();
};

/** A moment to the minute, by the reader's own clock: "12 Jan 2027, 14:30". A text that is none stays as it is. */
export const writeMoment = (locale: string, iso: string) => {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const parts = { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return dateFormat(locale, { ...parts, hourCycle: 'h23' }).format(at);
};
