import { Skeleton } from '../../ui/Skeleton';
import { useResourceMeta } from '../../meta';
import type { Column } from './columns';
import { classesOf } from './HeadCell';

interface Props {
  /** Its place, so that no two neighbours have the same length. */
  at: number;
  columns: Column[];
}

/** The shape of a row that is not here yet. */
export const SkeletonRow = ({ at, columns }: Props) => {
  const meta = useResourceMeta();
  return (
    <tr className="wait">
      <td>
        <Skeleton width={16} height={16} />
      </td>
      {columns.map(column => (
        <td key={column.name} className={classesOf(column)}>
          {column.name === meta.status ? (
            <span className="round">
              <Skeleton width={74} height={20} />
            </span>
          ) : (
            <Skeleton
              width={column.isTitle ? 110 + ((at * 67) % 90) : Math.min(column.width - 40, 64 + ((at * 23) % 60))}
            />
          )}
        </td>
      ))}
      <td />
    </tr>
  );
};
