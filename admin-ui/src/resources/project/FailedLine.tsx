import { useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';
import type { Project } from '../../generated/resources';
import { applicationsOf } from './applications';
import './project.css';

/** The failed sends of a project, where there is no room for more. */
export const FailedLine = ({ record }: CellProps<Project>) => {
  const t = useTranslate();
  const { failed } = applicationsOf(record.applicationCounts);
  return failed > 0 ? <b className="failed">{t('project.cell.failed', { smart_count: failed })}</b> : null;
};
