import { useListContext } from 'ra-core';
import { Icon } from '../../pieces/Icon';
import { useResourceMeta } from '../meta';
import type { Column } from './columns';
import { useHeadText } from './useHeadText';

interface Props {
  column: Column;
}

const described = { ASC: 'ascending', DESC: 'descending' } as const;

/** The head of a column; a click sorts by it, another turns the order. */
export const HeadCell = ({ column }: Props) => {
  const meta = useResourceMeta();
  const text = useHeadText();
  const { sort, setSort } = useListContext();
  const isSorted = column.sort !== undefined && sort.field === column.sort;
  const next = isSorted ? (sort.order === 'ASC' ? 'DESC' : 'ASC') : column.end ? 'DESC' : 'ASC';
  return (
    <th
      scope="col"
      className={classesOf(column)}
      style={column.name === meta.title ? undefined : { width: column.width }}
      aria-sort={isSorted ? described[sort.order] : undefined}
    >
      {column.sort ? (
        <button type="button" onClick={() => column.sort && setSort({ field: column.sort, order: next })}>
          <span className="ell">{text(column)}</span>
          {isSorted && <Icon name={sort.order === 'ASC' ? 'up' : 'down'} small />}
        </button>
      ) : (
        text(column)
      )}
    </th>
  );
};

/** What a column's cells share: their side, and whether they leave when the room gets narrow. */
export const classesOf = ({ end, rank }: Column) => `${end ? 'num' : ''} ${rank === 3 ? 'hide-l' : ''}`;
