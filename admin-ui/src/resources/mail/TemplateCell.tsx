import { LinkBase, useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';
import { useRowPath } from '../../engine/useRecordPath';

/** What the mail is for, which is the link that opens it. */
export const TemplateCell = ({ record }: CellProps) => {
  const t = useTranslate();
  const path = useRowPath();
  return (
    <LinkBase className="t" to={path(record['id'])}>
      {t(`enum.mailTemplate.${String(record['template'])}`)}
    </LinkBase>
  );
};
