import { useListContext } from 'ra-core';
import { Icon } from '../../ui/Icon';
import type { Kind } from '../../meta';
import type { Column } from './columns';
import { useHeadText } from './useHeadText';

interface Props {
  column: Column;
}

const described = { ASC: 'ascending', DESC: 'descending' } as const;

/** The head of a column; a click sorts by it, another turns the order. */
export const HeadCell = ({ column }: Props) => {
  const text = useHeadText();
  const { sort, setSort } = useListContext();
  const isSorted = column.sort !== undefined && sort.field === column.sort;
  const next = isSorted ? (sort.order === 'ASC' ? 'DESC' : 'ASC') : column.end ? 'DESC' : 'ASC';
  return (
    <th
      scope="col"
      className={classesOf(column)}
      style={column.isTitle ? undefined : { minWidth: column.width }}
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
export const classesOf = ({ name, end, rank, isTitle }: Column) =>
  `c-${name} ${end ? 'num' : ''} ${rank === 3 ? 'hide-l' : ''} ${isTitle ? 't-c' : ''}`;

/** Kinds whose values can be long, and may be cut where there is little room. */
const wordy: Kind[] = ['text', 'longtext', 'email', 'url', 'ref'];

/** How far a column may grow with its words, as a multiple of its width; fonts and languages differ. */
const growth = 1.5;

/** The room a column's cells get; a head is never cut, and what is left is the title's. */
export const roomOf = ({ width, isTitle, field, end }: Column) => {
  if (isTitle) return undefined;
  const factor = wordy.includes(field.kind) && !end ? `var(--words, ${growth})` : growth;
  return { minWidth: width, maxWidth: `calc(${width}px * ${factor})` };
};
