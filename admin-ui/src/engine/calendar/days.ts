import { dateFormat } from '../../format/format';

/* Days are texts, "2027-01-12": they have no time zone. Months are "2027-01". */

const dayMs = 86_400_000;

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const textOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The day so many days later. */
export const addDays = (day: string, count: number) => textOf(at(day) + count * dayMs);

/** How many days lie from one day to another. */
export const daysBetween = (from: string, to: string) => Math.round((at(to) - at(from)) / dayMs);

/** The month so many months later. */
export const addMonths = (month: string, count: number) => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return textOf(Date.UTC(year, number - 1 + count, 1)).slice(0, 7);
};

/** The last day of a month. */
export const lastDay = (month: string) => addDays(`${addMonths(month, 1)}-01`, -1);

/** Whether a text is a month. */
export const isMonth = (text: string | undefined): text is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '');

/** The reader's own day. */
export const todayHere = (now: number) => {
  const here = new Date(now);
  return textOf(Date.UTC(here.getFullYear(), here.getMonth(), here.getDate()));
};

interface WithWeeks extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** The day that weeks begin with in a language, from 1 for Monday to 7; Monday where the browser does not know. */
export const firstWeekday = (locale: string) => {
  const known: WithWeeks = new Intl.Locale(locale === 'en' ? 'en-GB' : locale);
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
};

/** The weeks that show a month whole, each of seven days. */
export const weeksOf = (month: string, first: number) => {
  const start = `${month}-01`;
  const weekday = new Date(at(start)).getUTCDay() || 7;
  const begin = addDays(start, -((weekday - first + 7) % 7));
  const count = Math.ceil((daysBetween(begin, lastDay(month)) + 1) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(begin, week * 7 + day)),
  );
};

/** The short name of the weekday of a day. */
export const weekday = (locale: string, day: string) =>
  dateFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(at(day));

/** A day with the name of its weekday and month. */
export const longDay = (locale: string, day: string) =>
  dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(at(day));
