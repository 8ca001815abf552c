import { Suspense, type ComponentType } from 'react';
import { useTranslate } from 'ra-core';
import { Note } from '../../ui/Note';
import { lazyPart } from '../../ui/lazyPart';
import { boardTab } from '../board/boardTab';
import { notesTab } from '../notes/useNotesTab';
import { Refusal } from '../list/dialogs/Refusal';
import { useIdle } from '../list/useIdle';
import { satisfies, type ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import type { Saved } from '../useRecordSaved';
import { FormSections } from './FormSections';
import { RestoredNote } from './RestoredNote';
import { TrashNote } from './TrashNote';
import { timelineTab } from '../timeline/timelineCalls';
import { isTrashed } from './trashed';
import { summaryTab } from './useTabs';

const BoardTab = lazyPart(() => import('../board/BoardTab').then(m => m.BoardTab));
const NotesTab = lazyPart(() => import('../notes/NotesTab').then(m => m.NotesTab));
const RelatedTab = lazyPart(() => import('../related/RelatedTab').then(m => m.RelatedTab));
const TimelineTab = lazyPart(() => import('../timeline/TimelineTab').then(m => m.TimelineTab));
const PlannedHere = lazyPart(() => import('../planned/PlannedHere').then(m => m.PlannedHere));
const History = lazyPart(() => import('../history/History').then(m => m.History));

/** The tabs of every resource whose declaration asks for them. */
const engineTabs: Partial<Record<string, ComponentType<{ meta: ResourceMeta; record: Saved }>>> = {
  [boardTab]: BoardTab,
  [notesTab]: NotesTab,
  [timelineTab]: TimelineTab,
};

interface Props {
  meta: ResourceMeta;
  record: Saved;
  tab: string;
  error: Error | null;
  onRetry: (() => void) | undefined;
  /** When the unsaved form was left that is shown again. */
  restoredAt: number | undefined;
  onStartAgain: () => void;
  onDone: (saved?: Saved) => void;
  onRestore: (field: string, value: unknown) => void;
}

/** Why the form cannot be edited, where it cannot. */
const ReadOnlyReason = ({ meta, record }: Pick<Props, 'meta' | 'record'>) => {
  const t = useTranslate();
  if (!meta.can.includes('update')) return <Note>{t('panel.form.mayNot')}</Note>;
  return !satisfies(meta.editable, record) && <Note>{t(meta.editable?.says ?? 'panel.row.notNow')}</Note>;
};

/** What stands between the tabs and the footer of a record's dialog. */
export const EditBody = (props: Props) => {
  const { meta, record, tab, error, restoredAt, onStartAgain, onDone, onRestore } = props;
  const { tabs = [], aside: Aside, Overview, Form = FormSections } = useOverride(meta.name);
  useIdle(History.load);
  const done = (saved?: Record<string, unknown>) => onDone(saved && { ...saved, id: record.id });
  const Own = tab === summaryTab ? Overview : tabs.find(({ name }) => name === tab)?.Body;
  const Engine = engineTabs[tab];
  return (
    <>
      {error && <Refusal error={error} onRetry={props.onRetry} />}
      {isTrashed(meta, record) && <TrashNote meta={meta} record={record} onDone={onDone} />}
      {!isTrashed(meta, record) && <ReadOnlyReason meta={meta} record={record} />}
      {meta.planned && (tab === 'details' || tab === summaryTab) && (
        <Suspense fallback={null}>
          <PlannedHere entity={meta.name} id={record.id} />
        </Suspense>
      )}
      {tab === 'details' && (
        <Suspense fallback={null}>
          <RestoredNote at={restoredAt} onStartAgain={onStartAgain} />
          {Aside && <Aside record={record} onDone={done} />}
          <Form meta={meta} isNew={false} />
        </Suspense>
      )}
      {Own && (
        <Suspense fallback={null}>
          <Own record={record} onDone={done} />
        </Suspense>
      )}
      {Engine && (
        <Suspense fallback={null}>
          <Engine meta={meta} record={record} />
        </Suspense>
      )}
      {!Own && !Engine && tab !== 'details' && tab !== 'history' && (
        <Suspense fallback={null}>
          <RelatedTab meta={meta} record={record} tab={tab} />
        </Suspense>
      )}
      {tab === 'history' && (
        <Suspense fallback={null}>
          <History meta={meta} record={record} onRestore={onRestore} />
        </Suspense>
      )}
    </>
  );
};
