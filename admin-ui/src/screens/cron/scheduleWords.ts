import { dateFormat } from '../../format/format';
import type { ScheduledJob } from '../../generated/answers';

type Translate = (key: string, options?: Record<string, unknown>) => string;

const day = 86_400_000;
const aSunday = Date.UTC(2026, 0, 4);

/** The five fields of a schedule with numbers for names, and the zone whose clock it goes by. */
type Fields = Pick<ScheduledJob, 'fields' | 'timeZone'>;

/** A schedule in words, where they are easier to read than its fields; with its zone where that is not UTC. */
export const scheduleWords = (t: Translate, locale: string, { fields, timeZone }: Fields) => {
  const words = fieldWords(t, locale, fields);
  return words && timeZone !== 'UTC' ? t('panel.cron.inZone', { words, zone: timeZone }) : words;
};

const fieldWords = (t: Translate, locale: string, fields: string) => {
  const [min = '', hours = '', date = '', month = '', weekday = ''] = fields.split(' ');
  const times = timesOf(t, locale, min, hours);
  const days = daysOf(t, locale, { date, month, weekday });
  if (times === undefined || days === undefined) return undefined;
  if (days) return t('panel.cron.onDays', { days, times });
  return isNumber(min) && hours !== '*' && !hours.includes('-') ? t('panel.cron.daily', { time: times }) : times;
};

const isNumber = (text: string) => /^\d+$/.test(text);
const listOf = (text: string) => (/^\d+(,\d+)*$/.test(text) ? text.split(',').map(Number) : []);
const rangeOf = (text: string) => /^(\d+)-(\d+)$/.exec(text)?.slice(1).map(Number);

const sentence = (locale: string, parts: readonly string[]) => new Intl.ListFormat(locale).format(parts);

const clock = (locale: string, hour: number, minute: number) =>
  dateFormat(locale, { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' }).format(
    Date.UTC(2026, 0, 4, hour, minute),
  );

/** When in a day; undefined where the fields are easier to read. */
const timesOf = (t: Translate, locale: string, min: string, hours: string): string | undefined => {
  const every = min === '*' ? '1' : /^\*\/(\d+)$/.exec(min)?.[1];
  if (!every && !isNumber(min)) return undefined;
  const within = every
    ? t('panel.cron.every', { smart_count: Number(every) })
    : t('panel.cron.hourly', { minute: min.padStart(2, '0') });
  if (hours === '*') return within;
  const range = rangeOf(hours);
  if (range) {
    const [from = 0, to = 0] = range;
    const last = every ? 59 : Number(min);
    return t('panel.cron.between', {
      times: within,
      from: clock(locale, from, every ? 0 : last),
      to: clock(locale, to, last),
    });
  }
  const list = listOf(hours);
  if (every || list.length === 0) return undefined;
  return sentence(
    locale,
    list.map(hour => clock(locale, hour, Number(min))),
  );
};

/** On which days; empty for all of them, undefined where the fields are easier to read or either kind of day is enough. */
const daysOf = (
  t: Translate,
  locale: string,
  { date, month, weekday }: Record<'date' | 'month' | 'weekday', string>,
) => {
  if (weekday !== '*') return date === '*' && month === '*' ? weekdaysOf(t, locale, weekday) : undefined;
  if (date === '*') return month === '*' ? '' : undefined;
  const dates = listOf(date);
  if (dates.length === 0) return undefined;
  if (month === '*')
    return t('panel.cron.monthly', {
      days: sentence(
        locale,
        dates.map(each => t('panel.cron.dayOfMonth', { day: each })),
      ),
    });
  const [only] = dates;
  if (!isNumber(month) || only === undefined || dates.length > 1) return undefined;
  const when = Date.UTC(2028, Number(month) - 1, only); // a leap year
  return t('panel.cron.yearly', {
    date: dateFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(when),
  });
};

const weekdaysOf = (t: Translate, locale: string, weekday: string) => {
  const nameOf = (number: number) =>
    dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(aSunday + (number % 7) * day);
  const range = rangeOf(weekday);
  if (range) return t('panel.cron.fromTo', { from: nameOf(range[0] ?? 0), to: nameOf(range[1] ?? 0) });
  const list = listOf(weekday);
  return list.length > 0 ? sentence(locale, list.map(nameOf)) : undefined;
};
