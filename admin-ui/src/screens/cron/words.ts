import { dateFormat, numberFormat } from '../../format/format';
import type { ScheduledJob } from '../../generated/answers';

type Translate = (key: string, options?: Record<string, unknown>) => string;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An instant by the clock of the schedule: the minute, before it the day when that is not the day of now. */
export const clockOf = (locale: string, iso: string, now = Date.now()) => {
  const at = new Date(iso);
  const isToday = at.toISOString().slice(0, 10) === new Date(now).toISOString().slice(0, 10);
  return dateFormat(locale, {
    timeZone: 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    ...(!isToday && { day: 'numeric', month: 'short' }),
  }).format(at);
};

/** How long it is until an instant. */
export const inWords = (t: Translate, iso: string, now: number) => {
  const left = Date.parse(iso) - now;
  if (left < minute) return t('panel.cron.in.now');
  if (left < hour) return t('panel.cron.in.minutes', { smart_count: Math.round(left / minute) });
  if (left < 2 * day) return t('panel.cron.in.hours', { smart_count: Math.round(left / hour) });
  return t('panel.cron.in.days', { smart_count: Math.round(left / day) });
};

/** How long something took. */
export const tookOf = (t: Translate, locale: string, ms: number) => {
  const [unit, n] =
    ms < 100 ? ['ms', ms] : ms < minute ? ['s', ms / 1000] : ms < hour ? ['min', ms / minute] : ['h', ms / hour];
  const digits = unit === 'ms' || n >= 10 ? 0 : 1;
  return t(`panel.cron.duration.${unit}`, { n: numberFormat(locale, { maximumFractionDigits: digits }).format(n) });
};

const two = (text: string) => text.padStart(2, '0');
const isNumber = (text = '') => /^\d+$/.test(text);

const aSunday = Date.UTC(2026, 0, 4);

/** The five fields of a schedule with numbers for names, and the zone whose clock it goes by. */
type Fields = Pick<ScheduledJob, 'fields' | 'timeZone'>;

/** A schedule in words, where it is one of the usual ones; with its zone where that is not UTC. */
export const scheduleWords = (t: Translate, locale: string, { fields, timeZone }: Fields) => {
  const words = fieldWords(t, locale, fields);
  return words && timeZone !== 'UTC' ? t('panel.cron.inZone', { words, zone: timeZone }) : words;
};

const fieldWords = (t: Translate, locale: string, fields: string) => {
  const [min = '', hours = '', date = '', month = '', weekday = ''] = fields.split(' ');
  if (date !== '*' || month !== '*') return undefined;
  const every = /^\*\/(\d+)$/.exec(min);
  if ((every || min === '*') && hours === '*' && weekday === '*')
    return t('panel.cron.every', { smart_count: Number(every?.[1] ?? 1) });
  if (isNumber(min) && hours === '*' && weekday === '*') return t('panel.cron.hourly', { minute: two(min) });
  if (!isNumber(min) || !isNumber(hours)) return undefined;
  const time = clockOf(locale, new Date(Date.UTC(2026, 0, 4, Number(hours), Number(min))).toISOString(), aSunday);
  if (weekday === '*') return t('panel.cron.daily', { time });
  if (!/^[0-7]$/.test(weekday)) return undefined;
  const name = dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(aSunday + Number(weekday) * day);
  return t('panel.cron.weekly', { day: name, time });
};
