import { useLocale, useTranslate } from 'ra-core';
import { ageOf, formatDay } from '../../engine/format';
import { useMinute } from '../../engine/useMinute';

/** How long ago: relative for a day, then the date. */
export const Age = ({ at }: { at: string }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const now = useMinute();
  const age = ageOf(now, at);
  return age ? t(age.key, { smart_count: age.count }) : formatDay(locale, now, at);
};
