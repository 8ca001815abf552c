import { useId } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { fetchPage } from '../../engine/fetchPage';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { byDueDate } from '../../engine/notes/dueDays';
import { notesKey, type NoteRow } from '../../engine/notes/noteCalls';
import { TaskState } from '../../engine/notes/TaskState';
import { notesTab } from '../../engine/notes/useNotesTab';
import { findResource, resourceKey, useMeta } from '../../meta';
import { Link } from '../../router/Link';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';
import type { DashboardCard } from '../../generated/answers';
import { useWaitingRow } from './useWaitingRow';
import '../../engine/notes/notes.css';

const atMost = 100;
const shown = 5;

/** The next tasks of the person signed in, to be worked off in place: the longest due first. */
export const Tasks = ({ card }: { card: DashboardCard }) => {
  const t = useTranslate();
  const id = useId();
  const query = useQuery({
    queryKey: [notesKey, 'mine'],
    queryFn: async ({ signal }) => (await fetchPage<NoteRow>('/api/note/mine', { limit: atMost, signal })).results,
    retry: false,
  });
  const next = [...(query.data ?? [])].sort(byDueDate).slice(0, shown);
  return (
    <li data-worklist={card.key} className="tasks">
      <div className="wl-h">
        <div className="wl-b" tabIndex={-1}>
          <Icon name="check" />
          <h2 id={id}>
            <Link to={card.link ?? ''}>{t('dashboard.card.myTasks')}</Link>
          </h2>
          <span className="qn">{card.count}</span>
        </div>
      </div>
      {query.error && <Refusal error={query.error} onRetry={retryOf(query)} />}
      {query.isPending && <Skeleton width={320} />}
      <ul className="acts" aria-labelledby={id}>
        {next.map(task => (
          <Task key={task.id} task={task} />
        ))}
      </ul>
    </li>
  );
};

const Task = ({ task }: { task: NoteRow }) => {
  const holder = findResource(useMeta(), task.entity);
  const row = useWaitingRow();
  const record = task.recordTitle || task.recordHandle;
  return (
    <li ref={row} data-row={task.id} tabIndex={-1}>
      <div className="grow task">
        <TaskState note={task} label={task.summary} />
        {holder && <Link to={`/${resourceKey(holder)}/${task.entityId}/${notesTab}`}>{record}</Link>}
      </div>
    </li>
  );
};
