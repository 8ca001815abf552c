import { Suspense } from 'react';
import { useGetIdentity, useNavigate } from 'ra-core';
import { draftOf } from '../../engine/form/drafts';
import { FormContext } from '../../engine/form/FormContext';
import { fieldLabel, useResourceMeta } from '../../meta';
import { useRecordPath } from '../../engine/useRecordPath';
import { lazyUnthemedPart } from '../../ui/lazyPart';
import { DrawerWaiting } from './DrawerWaiting';
import { ended } from './ended';
import type { TabProps } from './TabProps';

const History = lazyUnthemedPart(() => import('../../engine/history/History').then(m => m.History));

/** Who changed what. An older value goes into the form as a draft, where it is saved under today's rules. */
export const HistoryTab = ({ application }: TabProps) => {
  const meta = useResourceMeta();
  const navigate = useNavigate();
  const path = useRecordPath();
  const { identity } = useGetIdentity();
  const record = { ...application };
  const stored: Record<string, unknown> = record;
  const restore = (name: string, value: unknown) => {
    const draft = draftOf(String(identity?.id ?? ''), meta.name, String(record.id));
    const before = draft.read(); // a whole version comes field by field
    draft.write({
      at: Date.now(),
      version: before?.version ?? record.version,
      values: { ...before?.values, [name]: value },
      base: { ...before?.base, [name]: stored[name] },
    });
    navigate(path(record.id, 'edit'));
  };
  const form = {
    meta,
    labelOf: (field: string) => fieldLabel(meta, field),
    base: stored,
    values: stored,
    isNew: false,
    isReadOnly: !meta.can.includes('update') || ended.has(record.status),
    changed: new Set<string>(),
    errors: {},
    set: restore,
  };
  return (
    <Suspense fallback={<DrawerWaiting />}>
      <FormContext value={form}>
        <div className="app-pad">
          <History meta={meta} record={record} onRestore={restore} />
        </div>
      </FormContext>
    </Suspense>
  );
};
