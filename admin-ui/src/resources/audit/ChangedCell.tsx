import { Suspense } from 'react';
import type { CellProps } from '../../engine/override';
import { lazyPart } from '../../ui/lazyPart';
import { useFieldName } from './useFieldName';

const ChangedWords = lazyPart(() => import('./ChangedWords').then(m => m.ChangedWords));

/** The fields that changed, by their names on the screens; once that is loaded with their values before and after. */
export const ChangedCell = (props: CellProps) => (
  <span className="t2">
    <Suspense fallback={<Names {...props} />}>
      <ChangedWords {...props} />
    </Suspense>
  </span>
);

const Names = ({ record }: CellProps) => {
  const nameOf = useFieldName(String(record['entity']));
  const changed = record['changed'] as string[]; // a list in every answer
  return changed.map(nameOf).join(', ');
};
