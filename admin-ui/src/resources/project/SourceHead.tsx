import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/override';
import type { Project } from '../../generated/resources';

/** Where a project came from, when it was not entered by hand. */
export const SourceHead = ({ record }: AsideProps<Project>) => {
  const t = useTranslate();
  return record.vmsId ? <span className="t3">{t('project.head.vms', { id: record.vmsId })}</span> : null;
};
