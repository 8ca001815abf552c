import { useLocale, useTranslate } from 'ra-core';
import { ageOf, dateFormat, formatDay } from '../../../format/format';

const day = 24 * 3600 * 1000;

/** How instants and spans are written beside each other: the hour of today, the day of what is longer ago, "5 min". */
export const useClock = (now: string) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const present = Date.parse(now);
  const isNear = (iso: string) => Math.abs(present - Date.parse(iso)) < day;
  return {
    hour: (iso: string) =>
      isNear(iso)
        ? dateFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(iso))
        : formatDay(locale, present, iso),
    span: (from: string, to: string) => {
      const [end, start] = [Date.parse(to), Date.parse(from)];
      const age = end - start < day ? ageOf(end, from) : undefined;
      return age
        ? t(age.key, { smart_count: age.count })
        : t('panel.vms.story.days', { smart_count: Math.round((end - start) / day) });
    },
  };
};
