import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/overrideProps';
import type { Project } from '../../generated/resources';

/** Where a project came from, when it was not entered by hand, and its status as they write it there. */
export const SourceHead = ({ record }: AsideProps<Project>) => {
  const t = useTranslate();
  return (
    <>
      {record.vmsId && <span className="t3">{t('project.head.vms', { id: record.vmsId })}</span>}
      {record.vmsStatusRaw && (
        <span className="t3">{t('project.head.vmsStatus', { status: record.vmsStatusRaw })}</span>
      )}
    </>
  );
};
