const day: Intl.DateTimeFormatOptions = { day: '2-digit', month: 'short', timeZone: 'UTC' };
const dayAndYear: Intl.DateTimeFormatOptions = { ...day, year: 'numeric' };
const hereDay: Intl.DateTimeFormatOptions = { day: '2-digit', month: 'short' };
const hereDayAndYear: Intl.DateTimeFormatOptions = { ...hereDay, year: 'numeric' };

/** The locale that numbers and dates follow: English ones start with the day. */
const tagOf = (locale: string) => (locale === 'en' ? 'en-GB' : locale);

/** Builds what the browser takes long to build once for each locale and way of writing; a page of rows wants hundreds. */
const once = <O, F>(build: (tag: string, options: O) => F) => {
  const built = new Map<string, F>();
  return (locale: string, options: O) => {
    const key = locale + JSON.stringify(options);
    const known = built.get(key) ?? build(tagOf(locale), options);
    built.set(key, known);
    return known;
  };
};

/** Writes dates by the locale's rules. */
export const dateFormat = once((tag, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options));

/** Whether the language counts the hours of a day twice from 1 to 12. */
export const hasTwelveHours = (locale: string) =>
  dateFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;

/** Writes numbers by the locale's rules. */
export const numberFormat = once((tag, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options));

const names = once((tag, type: 'region' | 'language') => new Intl.DisplayNames(tag, { type }));

/** What a country or a language is called, by its code; the code itself when it is none. */
export const nameOf = (locale: string, type: 'region' | 'language', code: string) => {
  try {
    return names(locale, type).of(code) ?? code;
  } catch {
    return code; // the browser throws for what cannot be a code
  }
};

/** A text that is no date stays as it was typed: a form shows what it is about to refuse. */
const format = (locale: string, iso: string, options: Intl.DateTimeFormatOptions) => {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : dateFormat(locale, options).format(at);
};

/** A calendar day, "12 Jan 2027"; of an instant the one in the reader's own time zone. */
export const formatDate = (locale: string, iso: string) =>
  format(locale, iso, iso.includes('T') ? hereDayAndYear : dayAndYear);

/** The calendar day it is now in a time zone, "2027-01-12". */
export const todayIn = (timeZone: string, now = new Date()) => dateFormat('sv-SE', { timeZone }).format(now);

/** A period, its year said once when it is the same: "12 Jan – 30 Jun 2027". */
export const formatPeriod = (locale: string, start: string, end: string) => {
  const sameYear = start.slice(0, 4) === end.slice(0, 4);
  return `${format(locale, start, sameYear ? day : dayAndYear)} – ${formatDate(locale, end)}`;
};

/** An instant in full, in the reader's own time zone. */
export const formatInstant = (locale: string, iso: string) =>
  format(locale, iso, { dateStyle: 'full', timeStyle: 'long' });

const minute = 60_000;
const hour = 60 * minute;
const oneDay = 24 * hour;

/** How far an instant may lie ahead and still be now: our minute is up to one old, and clocks differ. */
const ahead = 2 * minute;

/** The age of an instant: words up to two days, then the day, with its year when that is another one. */
export const ageOf = (now: number, iso: string) => {
  const then = Date.parse(iso);
  const passed = now - then;
  if (passed < -ahead || passed >= 2 * oneDay) return undefined;
  if (passed < minute) return { key: 'panel.age.now', count: 0 };
  if (passed < hour) return { key: 'panel.age.minutes', count: Math.floor(passed / minute) };
  if (passed < oneDay) return { key: 'panel.age.hours', count: Math.floor(passed / hour) };
  return { key: 'panel.age.yesterday', count: 1 };
};

/** The day of an instant, without the year when it is this one; with the time of day when it comes within two days. */
export const formatDay = (locale: string, now: number, iso: string) => {
  const left = Date.parse(iso) - now;
  if (left > 0 && left < 2 * oneDay) return format(locale, iso, { ...hereDay, hour: '2-digit', minute: '2-digit' });
  const sameYear = new Date(now).getFullYear() === new Date(iso).getFullYear();
  return format(locale, iso, sameYear ? hereDay : hereDayAndYear);
};

/** A number by the locale's rules: "1,240". */
export const formatNumber = (locale: string, value: number, digits = 4) =>
  numberFormat(locale, { maximumFractionDigits: digits }).format(value);

/** A noun as it stands inside a sentence: small in English, unless it is an abbreviation; as it is elsewhere. */
export const inSentence = (locale: string, noun: string) =>
  locale.startsWith('en') && !/^.[A-Z]/.test(noun) ? noun.charAt(0).toLowerCase() + noun.slice(1) : noun;
