import { LinkBase } from 'ra-core';
import { recordTitle, useResourceMeta } from '../../meta';
import type { CellProps } from '../override';
import { useRowPath } from '../useRecordPath';
import './cells.css';

/** The name of the record, which is the link that opens it. */
export const TitleCell = ({ record }: CellProps) => {
  const meta = useResourceMeta();
  const path = useRowPath();
  const title = recordTitle(meta, record);
  return (
    <LinkBase className="t" to={path(record['id'])} title={title}>
      {title}
    </LinkBase>
  );
};
