import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { LinkButton } from '../../ui/LinkButton';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import type { UndoPreview } from '../../generated/answers';
import { tryUndo } from './job';
import { JobLine } from './JobRows';
import { useJobWords } from './useJobWords';

interface Props {
  id: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

const shownFirst = 20;

/** Asks before a job is undone, and says what the service has found that would become of its records. */
export const UndoDialog = ({ id, isBusy, onConfirm, onCancel }: Props) => {
  const { t } = useJobWords();
  const attempt = useQuery({
    queryKey: ['tryUndo', id], // not among the jobs: once the undo runs, trying it is refused
    queryFn: ({ signal }) => tryUndo(id, signal),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const { data, error, isFetching } = attempt;
  const restoresNone = data !== undefined && data.tried === data.count && data.restored === 0;
  const why = error || restoresNone ? 'nothing' : undefined;
  const refusal = isFetching ? 'checking' : why;
  return (
    <ConfirmDialog
      title={t('panel.jobs.undoTitle')}
      confirm={t('panel.jobs.undo')}
      isBusy={isBusy}
      refusal={refusal && t(`panel.jobs.undoing.${refusal}`)}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p>{t('panel.jobs.undoText')}</p>
      {error && <Refusal error={error} onRetry={retryOf(attempt)} />}
      {isFetching && (
        <p className="bulk-sum" role="status">
          {t('panel.jobs.undoing.checking')}
        </p>
      )}
      {data && !isFetching && <Would preview={data} />}
    </ConfirmDialog>
  );
};

const Would = ({ preview }: { preview: UndoPreview }) => {
  const { count, tried, restored, partly, skipped, failed, results } = preview;
  const { t, number } = useJobWords();
  const [all, setAll] = useState(false);
  const shown = all ? results : results.slice(0, shownFirst);
  const figures = { restored: number(restored), total: number(count), tried: number(tried), smart_count: count };
  return (
    <>
      <p role="status">
        <b>{t(tried === count ? 'panel.jobs.undoing.exact' : 'panel.jobs.undoing.estimate', figures)}</b>
        {partly > 0 && <> {t('panel.jobs.undoing.partly', { smart_count: partly })}</>}
        {failed > 0 && <> {t('panel.jobs.undoing.failed', { smart_count: failed })}</>}
        {skipped > 0 && <> {t('panel.jobs.undoing.skipped', { smart_count: skipped })}</>}
      </p>
      {results.length > 0 && (
        <section className="job-rows" aria-label={t('panel.jobs.rows.left')}>
          <ul>
            {shown.map(row => (
              <JobLine key={`${row.id} ${row.title}`} row={row} />
            ))}
          </ul>
          {shown.length < results.length && (
            <LinkButton onClick={() => setAll(true)}>
              {t('panel.bulk.all', { count: number(results.length) })}
            </LinkButton>
          )}
        </section>
      )}
    </>
  );
};
