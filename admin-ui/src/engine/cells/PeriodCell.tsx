import { useLocale, useTranslate } from 'ra-core';
import { formatDate, formatPeriod } from '../../format/format';
import { useResourceMeta } from '../../meta';
import type { CellProps } from '../overrideProps';
import { pairOf } from './pairs';

/** A start and its end as one period. */
export const PeriodCell = ({ record, field }: CellProps) => {
  const locale = useLocale() ?? 'en';
  const t = useTranslate();
  const other = pairOf(useResourceMeta(), field)?.other ?? '';
  const start = record[field.name];
  const end = record[other];
  if (start && end) return <>{formatPeriod(locale, String(start), String(end))}</>;
  if (start) return <>{t('panel.cell.from', { day: formatDate(locale, String(start)) })}</>;
  return <>{end ? t('panel.cell.until', { day: formatDate(locale, String(end)) }) : null}</>;
};
