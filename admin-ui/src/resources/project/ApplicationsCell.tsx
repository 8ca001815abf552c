import { useLocaleState, useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/override';
import { formatNumber } from '../../engine/format';
import type { Project } from '../../generated/resources';
import { applicationsOf } from './applications';
import './project.css';

/** How many applications there are; failed sends come first, since they wait for somebody. */
export const ApplicationsCell = ({ record }: CellProps<Project>) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { total, failed } = applicationsOf(record.applicationCounts);
  return (
    <span className="apps">
      {failed > 0 && <span className="failed">{t('project.cell.failed', { smart_count: failed })}</span>}
      <span className="apps-n">{formatNumber(locale, total)}</span>
    </span>
  );
};
