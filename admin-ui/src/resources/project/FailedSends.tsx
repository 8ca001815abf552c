import { useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';
import type { Project } from '../../generated/resources';
import { applicationsOf } from './applications';
import './project.css';

/** How many applications could not be sent; nothing when all could. */
export const FailedSends = ({ record }: CellProps<Project>) => {
  const t = useTranslate();
  const { failed } = applicationsOf(record.applicationCounts);
  return failed > 0 ? <span className="failed">{t('project.cell.failed', { smart_count: failed })}</span> : null;
};
