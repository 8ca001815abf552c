import type { CellProps } from '../../engine/override';
import { useFieldName } from './useFieldName';

/** The fields that changed, by their names on the screens. */
export const ChangedCell = ({ record }: CellProps) => {
  const nameOf = useFieldName(String(record['entity']));
  const changed = record['changed'] as string[]; // a list in every answer
  return <span className="t2">{changed.map(nameOf).join(', ')}</span>;
};
