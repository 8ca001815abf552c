import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { retryOf } from '../../../engine/form/retryOf';
import { JobDialog } from '../../../engine/jobs/JobDialog';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import { HttpError } from '../../../providers/httpError';
import { Button } from '../../../ui/Button';
import { Modal } from '../../../ui/Modal';
import { Note } from '../../../ui/Note';
import { Skeleton } from '../../../ui/Skeleton';
import { Done } from './Done';
import { PlanLines } from './PlanLines';
import { isPlanning, type Planning } from './planning';

interface Props {
  title: string;
  /** Whose texts they are. */
  sub: string;
  planning: Planning;
  /** The button that runs it, by how many texts that changes. */
  label: (count: number) => string;
  /** What is said when the plan is empty. */
  none: string;
  /** What the plan is made of, above it. */
  children?: ReactNode;
  /** The button that makes the plan, while there is none for what is typed. */
  first?: ReactNode;
  /** What would be lost by closing. */
  unsaved: number;
  onClose: () => void;
}

/** Shows what becomes of texts before it is done, then does what was shown and says what came of it. */
export const PlanDialog = (props: Props) => {
  const { title, sub, planning, label, none, children, first, unsaved, onClose } = props;
  const t = useTranslate();
  const { plan, found, error, run, taken, again, changes } = planning;
  if (run.data?.jobId) return <JobDialog id={run.data.jobId} onClose={onClose} />;
  if (run.data) return <Done title={title} sub={sub} done={run.data} onClose={onClose} />;
  const removed = taken('REMOVED');
  const count = taken('NEW') + taken('CHANGED') + taken('CONFLICT') + removed;
  const isThere = found !== undefined && found.planId !== '' && !plan.isFetching;
  const isExpired = run.error instanceof HttpError && run.error.code === 'PLAN_EXPIRED';
  return (
    <Modal
      title={title}
      sub={sub}
      size="wide"
      isTall
      isBusy={run.isPending}
      unsaved={unsaved + changes}
      note={found && t('panel.texts.batch.note')}
      onClose={onClose}
      actions={
        first || (
          <Button
            look="primary"
            isBusy={run.isPending || plan.isFetching}
            refusal={count === 0 || !isThere ? t('panel.texts.batch.nothing') : undefined}
            onClick={() => found && run.mutate(found)}
          >
            {label(count)}
          </Button>
        )
      }
    >
      {children}
      {run.error && <Refusal error={run.error} onRetry={isExpired ? again : retryOf(run)} />}
      {error && <Refusal error={error} onRetry={retryOf(plan)} />}
      {plan.isFetching && <Skeleton width={320} />}
      {isPlanning(found) && (
        <Note tone="accent" icon="clock" isNews>
          {t('panel.texts.batch.planning')}
        </Note>
      )}
      {isThere && (
        <>
          <p className="tx-plan-sum" role="status">
            {found.totalLines === 0 ? none : t('panel.texts.batch.sum', { smart_count: count })}{' '}
            {found.removed > 0 && t('panel.texts.batch.removed', { smart_count: removed })}{' '}
            {found.unchanged > 0 && t('panel.texts.batch.unchanged', { smart_count: found.unchanged })}
          </p>
          <PlanLines plan={found} planning={planning} />
        </>
      )}
    </Modal>
  );
};
