import { LinkBase } from 'ra-core';
import { recordTitle, useResourceMeta } from '../../meta';
import type { CellProps } from '../overrideProps';
import { useRowPath } from '../useRecordPath';
import './cells.css';

/** So many characters at the end of a code are always shown: it counts there, and begins as others do. */
const end = 10;

/** The name of the record, which is the link that opens it. Of a long code the middle is left out where there is no room. */
export const TitleCell = ({ record }: CellProps) => {
  const meta = useResourceMeta();
  const path = useRowPath();
  const title = recordTitle(meta, record);
  const isCode = /^\S{21,}$/.test(title);
  return (
    <LinkBase className={isCode ? 't mid' : 't'} to={path(record['id'])} title={title}>
      {isCode && <span className="ell">{title.slice(0, -end)}</span>}
      {isCode ? title.slice(-end) : title}
    </LinkBase>
  );
};
