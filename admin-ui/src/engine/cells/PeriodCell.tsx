import { useLocale } from 'ra-core';
import { formatPeriod } from '../format';
import { useResourceMeta } from '../meta';
import type { CellProps } from '../override';
import { pairOf } from './pairs';

/** A start and its end as one period. */
export const PeriodCell = ({ record, field }: CellProps) => {
  const locale = useLocale();
  const other = pairOf(useResourceMeta(), field)?.other ?? '';
  return <>{formatPeriod(locale, record[field.name] as string | null, record[other] as string | null)}</>; // dates are texts or null
};
