import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCan, type ResourceMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { Skeleton } from '../../ui/Skeleton';
import { fetchPage } from '../fetchPage';
import { idempotencyKeys } from '../form/idempotencyKeys';
import { retryOf } from '../form/retryOf';
import { isTrashed } from '../form/trashed';
import { Refusal } from '../list/dialogs/Refusal';
import type { Saved } from '../useRecordSaved';
import { createNote, notesKey, useNotesChanged, type Beside, type BesideNote } from './noteCalls';
import { NoteForm } from './NoteForm';
import { NoteLine } from './NoteLine';
import './notes.css';

const pageSize = 25;

/** What staff have written beside a record, newest first, below a box to write more. */
export const NotesTab = ({ meta, record }: { meta: ResourceMeta; record: Saved }) => {
  const t = useTranslate();
  const changed = useNotesChanged();
  const [keyOf] = useState(idempotencyKeys);
  const mayWrite = useCan('note.write') && !isTrashed(meta, record);
  const beside = { entity: meta.name, id: record.id };
  return (
    <div className="nt-all">
      {mayWrite && (
        <NoteForm
          beside={beside}
          label={t('panel.notes.new')}
          submit={t('panel.notes.add')}
          onSave={values => createNote(beside, values, keyOf(JSON.stringify(values)))}
          onSaved={changed}
        />
      )}
      <Notes beside={beside} />
    </div>
  );
};

const Notes = ({ beside }: { beside: Beside }) => {
  const t = useTranslate();
  const query = useInfiniteQuery({
    queryKey: [notesKey, 'beside', beside.entity, String(beside.id)],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const filter = { entity: beside.entity, entityId: beside.id };
      return fetchPage<BesideNote>('/api/note/beside', { filter, limit: pageSize, offset: pageParam, signal });
    },
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.results.length, 0);
      return shown < last.totalResults && last.results.length > 0 ? shown : undefined;
    },
    retry: false,
  });
  if (query.error) return <Refusal error={query.error} onRetry={retryOf(query)} />;
  if (!query.data) return <Skeleton width={320} />;
  const notes = query.data.pages.flatMap(page => page.results);
  const total = query.data.pages[0]?.totalResults ?? 0;
  if (total === 0) return <Empty icon="edit" title={t('panel.notes.none')} />;
  return (
    <>
      <ol className="nts" aria-label={t('panel.notes.tab')}>
        {notes.map(note => (
          <NoteLine key={note.id} beside={beside} note={note} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('panel.related.more', { smart_count: Math.min(pageSize, total - notes.length) })}
        </Button>
      )}
    </>
  );
};
