import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Note } from '../../ui/Note';
import { Skeleton } from '../../ui/Skeleton';
import { HttpError } from '../../providers/httpError';
import { retryOf } from '../form/retryOf';
import { useFailureText } from '../form/useFailureText';
import { Refusal } from '../list/dialogs/Refusal';
import type { Job } from '../../generated/answers';
import { ErrorFile } from './ErrorFile';
import { isAtWork, jobsKey, type RowsWanted } from './job';
import { JobProgress } from './JobProgress';
import { JobRows } from './JobRows';
import { UndoDialog } from './UndoDialog';
import { useJob } from './useJob';
import { useJobWords } from './useJobWords';

interface Props {
  id: string;
  onClose: () => void;
}

const first: RowsWanted = { trouble: true, limit: 20 };
const everything: RowsWanted = { ...first, trouble: false };

/** A job: how far it is, what became of each record, and what one can still do about it. */
export const JobDialog = ({ id, onClose }: Props) => {
  const { t, dayOf, titleOf } = useJobWords();
  const client = useQueryClient();
  const [wanted, setWanted] = useState(first);
  const [isAsking, setAsking] = useState(false);
  const { job, change } = useJob(id, wanted);
  const { data } = job;
  const isBusy = data !== undefined && isAtWork(data);
  const isOver = data !== undefined && !isBusy;
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: jobsKey, exact: true });
  }, [client, isOver]);
  // A job that went well shows its records; an empty list of failures tells nobody anything.
  if (isOver && wanted === first && data.totalResults === 0) setWanted(everything);
  const canUndo = data?.canUndo === true && data.undoable > 0; // what changed nothing needs no way back
  const isTooLate = change.variables === 'cancel' && change.error instanceof HttpError && change.error.status === 409;
  const note = isBusy
    ? data.canCancel && t('panel.jobs.note.stop')
    : canUndo && data.canUndoUntil && t('panel.jobs.note.undo', { day: dayOf(data.canUndoUntil) });
  return (
    <>
      <Modal
        size="normal"
        isTall
        title={data ? titleOf(data) : t('panel.jobs.loading')}
        sub={isBusy ? t('panel.jobs.goesOn') : undefined}
        note={note}
        cancelLabel={t(isBusy ? 'panel.jobs.close' : 'panel.modal.close')}
        onClose={onClose}
        actions={
          <>
            {data?.canCancel && (
              <Button isBusy={change.isPending} onClick={() => change.mutate('cancel')}>
                {t('panel.jobs.stop')}
              </Button>
            )}
            {data?.errorFileResourceId && <ErrorFile id={data.errorFileResourceId} />}
            {canUndo && <Button onClick={() => setAsking(true)}>{t('panel.jobs.undo')}</Button>}
          </>
        }
      >
        {job.error && <Refusal error={job.error} onRetry={retryOf(job)} />}
        {isTooLate && (
          <Note tone="warn" isNews>
            {t('panel.jobs.tooLate')}
          </Note>
        )}
        {change.error && !isTooLate && <Refusal error={change.error} onRetry={retryOf(change)} />}
        {!data && !job.error && <Skeleton />}
        {data && <JobProgress job={data} />}
        {data && <JobMessages job={data} />}
        {data && <JobRows job={data} wanted={wanted} onWant={setWanted} />}
      </Modal>
      {isAsking && (
        <UndoDialog
          id={id}
          isBusy={change.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => change.mutate('undo', { onSettled: () => setAsking(false) })}
        />
      )}
    </>
  );
};

/** Why a job came to a halt, or what else it has to say. */
const JobMessages = ({ job }: { job: Job }) => {
  const say = useFailureText();
  if (job.messages.length === 0) return null;
  return (
    <Note tone={job.state === 'FAILED' ? 'bad' : 'warn'}>
      {job.messages.map(({ message, params }) => say(message, params)).join(' ')}
    </Note>
  );
};
