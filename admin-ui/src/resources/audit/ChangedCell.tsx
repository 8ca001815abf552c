import { Suspense } from 'react';
import type { CellProps } from '../../engine/overrideProps';
import { lazyPart } from '../../ui/lazyPart';

const ChangedWords = lazyPart(() => import('./ChangedWords').then(m => m.ChangedWords));

/** The fields that changed, by their names on the screens, with their values before and after; nothing where none has. */
export const ChangedCell = (props: CellProps) =>
  String(props.record['changed']) && (
    <span className="t2">
      <Suspense fallback={null}>
        <ChangedWords {...props} />
      </Suspense>
    </span>
  );
