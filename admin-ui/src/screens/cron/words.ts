import { dateFormat, numberFormat } from '../../format/format';

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
