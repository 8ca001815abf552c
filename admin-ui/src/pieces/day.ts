import { dateFormat } from '../engine/format';

const dayMs = 86_400_000;

const at = (iso: string) => Date.parse(`${iso}T00:00:00Z`);
const isoOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const pad = (n: number) => String(n).padStart(2, '0');

/** A calendar day so many days later. Days are texts (2027-01-12): they have no time zone. */
export const addDays = (iso: string, days: number) => isoOf(at(iso) + days * dayMs);

/** The same day so many months later; the last of the month when that one is shorter. */
export const addMonths = (iso: string, months: number) => {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, last));
  return isoOf(first.getTime());
};

/** How many days after Monday. */
export const weekday = (iso: string) => (new Date(at(iso)).getUTCDay() + 6) % 7;

/** The weeks that show the month of a day, Monday first; days of the months around it fill the edges. */
export const weeksOf = (iso: string): string[][] => {
  const first = `${iso.slice(0, 7)}-01`;
  const start = addDays(first, -weekday(first));
  const end = addDays(addMonths(first, 1), -1);
  const weeks: string[][] = [];
  for (let monday = start; monday <= end; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(monday, i)));
  }
  return weeks;
};

/** Today where the reader is. */
export const today = (now: Date) => `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;

const exists = (year: number, month: number, day: number) => {
  const iso = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && isoOf(at(iso)) === iso ? iso : undefined;
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

/** Reads a day: ISO, day-first figures (12.1.2027, 12/01/2027) or as it is shown (12 Jan 2027). Undefined when it is none. */
export const readDay = (locale: string, text: string): string | undefined => {
  const plain = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain);
  if (iso) return exists(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const figures = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(plain);
  if (figures) return exists(Number(figures[3]), Number(figures[2]), Number(figures[1]));
  const words = /^(\d{1,2})\.? ([\p{L}.]+) (\d{4})$/u.exec(plain);
  return words ? exists(Number(words[3]), monthNamed(locale, words[2] ?? ''), Number(words[1])) : undefined;
};
