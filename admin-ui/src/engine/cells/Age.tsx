import { useLocale, useTranslate } from 'ra-core';
import { ageOf, formatDay, formatInstant } from '../../format/format';
import { useMinute } from '../useMinute';

interface Props {
  at: string;
}

/** How long ago something was; the full time is in the tooltip. */
export const Age = ({ at }: Props) => {
  const now = useMinute();
  const locale = useLocale();
  const t = useTranslate();
  const age = ageOf(now, at);
  return (
    <time dateTime={at} title={formatInstant(locale, at)}>
      {age ? t(age.key, { smart_count: age.count }) : formatDay(locale, now, at)}
    </time>
  );
};
