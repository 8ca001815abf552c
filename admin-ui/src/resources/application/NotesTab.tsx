import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazyPart';
import { useResourceMeta } from '../../meta';
import { DrawerWaiting } from './DrawerWaiting';
import type { TabProps } from './TabProps';

const Notes = lazyPart(() => import('../../engine/notes/NotesTab').then(m => m.NotesTab));

/** What staff have written beside the application. */
export const NotesTab = ({ application }: TabProps) => {
  const meta = useResourceMeta();
  return (
    <Suspense fallback={<DrawerWaiting />}>
      <div className="app-pad">
        <Notes meta={meta} record={{ ...application }} />
      </div>
    </Suspense>
  );
};
