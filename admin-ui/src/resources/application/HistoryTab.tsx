import { lazy, Suspense } from 'react';
import { useGetIdentity, useNavigate } from 'ra-core';
import { draftOf } from '../../engine/form/drafts';
import { useResourceMeta } from '../../engine/meta';
import { useRecordPath } from '../../engine/useRecordPath';
import { DrawerWaiting } from './DrawerWaiting';
import type { TabProps } from './useDrawerTabs';

const History = lazy(() => import('../../engine/history/History').then(m => ({ default: m.History })));

/** Who changed what. An older value goes into the form, where it is saved under today's rules. */
export const HistoryTab = ({ application }: TabProps) => {
  const meta = useResourceMeta();
  const navigate = useNavigate();
  const path = useRecordPath();
  const { identity } = useGetIdentity();
  const record: Record<string, unknown> = { ...application };
  const restore = (name: string, value: unknown) => {
    const draft = draftOf(String(identity?.id ?? ''), meta.name, String(application.id));
    const base = { [name]: record[name] };
    draft.write({ at: Date.now(), version: application.version, values: { [name]: value }, base });
    navigate(path(application.id, 'edit'));
  };
  return (
    <Suspense fallback={<DrawerWaiting />}>
      <div className="app-pad">
        <History meta={meta} record={{ ...application }} onRestore={restore} />
      </div>
    </Suspense>
  );
};
