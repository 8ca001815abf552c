import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { ResourceMeta } from '../../meta';
import { Skeleton } from '../../ui/Skeleton';
import { fetchPage } from '../fetchPage';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import { notesKey, type BesideNote } from '../notes/noteCalls';
import { TaskState } from '../notes/TaskState';
import '../notes/notes.css';
import type { Saved } from '../useRecordSaved';
import { SummaryPart } from './SummaryPart';

const mostTasks = 5;

/** The open tasks beside a record, each to be ticked off or put off in place; nothing where the reader may read no notes. */
export const OpenTasks = ({ meta, record }: { meta: ResourceMeta; record: Saved }) => {
  const t = useTranslate();
  const query = useQuery({
    queryKey: [notesKey, 'beside', meta.name, String(record.id), 'OPEN'],
    queryFn: ({ signal }) => {
      const filter = { entity: meta.name, entityId: record.id, state: 'OPEN' };
      return fetchPage<BesideNote>('/api/note/beside', { filter, limit: mostTasks, signal });
    },
    enabled: meta.notes === true,
    retry: false,
  });
  if (!meta.notes) return null;
  const { results = [], totalResults } = query.data ?? {};
  return (
    <SummaryPart title={t('panel.summary.tasks')} count={totalResults} isBusy={query.isPending}>
      {query.error && <Refusal error={query.error} onRetry={retryOf(query)} />}
      {query.isPending && <Skeleton width={280} />}
      {totalResults === 0 && <p className="t2">{t('panel.summary.noTasks')}</p>}
      <ul className="lines">
        {results.map(note => (
          <li key={note.id}>
            <TaskState note={note} label={t('panel.summary.task', { text: note.summary, name: note.assigneeName })} />
          </li>
        ))}
      </ul>
    </SummaryPart>
  );
};
