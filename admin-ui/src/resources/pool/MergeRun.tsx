import { useEffect, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useListChanged } from '../../engine/useRecordSaved';
import type { PoolPlan, Ticket } from '../../generated/answers';
import type { Pool } from '../../generated/resources';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { isAtWork, isPlanned, readPlan, controlMerge, useProgress } from './merging';
import { RunStanding } from './RunStanding';

interface Props {
  pool: Pool;
  jobId: string;
  onPlanned: (plan: PoolPlan) => void;
  onClose: () => void;
}

/** How far an import or a merge is, with the way to stop it; once it has ended, what came of it and the way back. */
export const MergeRun = ({ pool, jobId, onPlanned, onClose }: Props) => {
  const t = useTranslate();
  const refreshList = useListChanged();
  const [since, setSince] = useState(() => Date.now());
  const progress = useProgress(jobId, since);
  const change = useMutation({
    mutationFn: (verb: 'cancel' | 'undo') => controlMerge(jobId, verb),
    onSuccess: () => setSince(Date.now()),
  });
  const at = progress.data;
  const waiting = at && isPlanned(at) ? at.planId : undefined;
  const plan = useMutation({ mutationFn: readPlan, onSuccess: onPlanned });
  const { mutate: showPlan } = plan;
  useEffect(() => {
    if (waiting) showPlan(waiting);
  }, [waiting, showPlan]);
  const errors = useMutation({
    mutationFn: async (id: string) => (await request<Ticket>('POST', `/api/resource/${id}/ticket`, { body: {} })).data,
    onSuccess: ({ url }) => location.assign(url),
  });
  const leave = () => {
    refreshList();
    onClose();
  };
  return (
    <Modal
      title={pool.vmsName}
      size="wide"
      cancelLabel={t('panel.pool.merge.close')}
      note={at && isAtWork(at.state) ? t('panel.pool.merge.later') : undefined}
      onClose={leave}
      actions={
        <>
          {at?.canCancel && (
            <Button isBusy={change.isPending} onClick={() => change.mutate('cancel')}>
              {t('panel.pool.merge.cancel')}
            </Button>
          )}
          {at?.errorFileResourceId && (
            <Button icon="download" isBusy={errors.isPending} onClick={() => errors.mutate(at.errorFileResourceId)}>
              {t('panel.pool.file.errors')}
            </Button>
          )}
          {at?.canUndo && (
            <Button isBusy={change.isPending} onClick={() => change.mutate('undo')}>
              {t('panel.pool.merge.undo')}
            </Button>
          )}
        </>
      }
    >
      {progress.error && <Refusal error={progress.error} onRetry={retryOf(progress)} />}
      {change.error && <Refusal error={change.error} onRetry={retryOf(change)} />}
      {plan.error && <Refusal error={plan.error} onRetry={retryOf(plan)} />}
      {errors.error && <Refusal error={errors.error} onRetry={retryOf(errors)} />}
      {at && <RunStanding at={at} />}
    </Modal>
  );
};
