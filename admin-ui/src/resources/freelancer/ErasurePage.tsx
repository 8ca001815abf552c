import { useState } from 'react';
import { LinkBase, useNavigate, useTranslate } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { JobDialog } from '../../engine/jobs/JobDialog';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { DetailProps } from '../../engine/overrideProps';
import { useRecordPath } from '../../engine/useRecordPath';
import { useListChanged } from '../../engine/useRecordSaved';
import type { Erasure } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { StatusChip } from '../../ui/StatusChip';
import { TextInput } from '../../ui/TextInput';
import { request } from '../../providers/http';
import { ErasureFacts, useErasurePlan } from './ErasureFacts';
import { ErasurePlan } from './ErasurePlan';
import { useErasureStep } from './useErasureStep';
import './freelancer.css';

/** A request for erasure: who asked, what it means, and the next step. */
export const ErasurePage = ({ id }: DetailProps) => {
  const navigate = useNavigate();
  const listPath = useRecordPath();
  const client = useQueryClient();
  const refreshList = useListChanged();
  const [job, setJob] = useState('');
  const key = ['erasure', id];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await request<Erasure>('GET', `/api/erasure/${encodeURIComponent(id)}`, { signal })).data,
    gcTime: 0,
  });
  const changed = (saved?: Erasure) => {
    if (saved) client.setQueryData(key, saved);
    else void client.invalidateQueries({ queryKey: key });
    refreshList();
  };
  const close = () => navigate(listPath());
  if (job) {
    return (
      <JobDialog
        id={job}
        onClose={() => {
          setJob('');
          changed();
        }}
      />
    );
  }
  return <Steps request={data} error={error} onClose={close} onChanged={changed} onJob={setJob} />;
};

interface Props {
  request: Erasure | undefined;
  error: Error | null;
  onClose: () => void;
  onChanged: (saved?: Erasure) => void;
  onJob: (id: string) => void;
}

const Steps = ({ request: r, error, onClose, onChanged, onJob }: Props) => {
  const t = useTranslate();
  const [why, setWhy] = useState<string>();
  const plan = useErasurePlan(r);
  const step = useErasureStep(r, onChanged, onJob);
  const isWaiting = r?.state === 'RECEIVED' || r?.state === 'IDENTITY_CHECK';
  const isRefusing = why !== undefined;
  const isBlocked = !plan.data || plan.data.blockedBy.length > 0;
  const missing = why?.trim() ? undefined : t('freelancer.erase.reasonMissing');
  return (
    <Modal
      title={
        r ? (
          <LinkBase to={`/users/freelancers/${r.freelancerId}`}>{r.freelancerName}</LinkBase>
        ) : (
          t('resources.erasure.name')
        )
      }
      sub={r ? <StatusChip status={r.state ?? ''} label={t(`enum.erasureState.${r.state}`)} /> : ''}
      isTall
      note={r?.state === 'IDENTITY_CHECK' && !isRefusing && t('freelancer.erase.final')}
      isBusy={step.isPending}
      cancelLabel={t('panel.modal.close')}
      onClose={onClose}
      actions={
        <>
          {isWaiting && !isRefusing && <Button onClick={() => setWhy('')}>{t('freelancer.erasure.refuse')}</Button>}
          {isRefusing && <Button onClick={() => setWhy(undefined)}>{t('freelancer.erasure.back')}</Button>}
          {isRefusing && (
            <Button
              look="danger"
              refusal={missing}
              isBusy={step.isPending}
              onClick={() => step.mutate({ state: 'REFUSED', reason: why }, { onSuccess: () => setWhy(undefined) })}
            >
              {t('freelancer.erasure.refuseNow')}
            </Button>
          )}
          {r?.state === 'RECEIVED' && !isRefusing && (
            <Button look="primary" isBusy={step.isPending} onClick={() => step.mutate({ state: 'IDENTITY_CHECK' })}>
              {t('freelancer.erasure.check')}
            </Button>
          )}
          {r?.state === 'IDENTITY_CHECK' && !isRefusing && (
            <Button
              look="danger"
              isBusy={step.isPending}
              refusal={isBlocked ? t('panel.transition.notNow') : undefined}
              onClick={() => step.mutate({ state: 'IN_PROGRESS' })}
            >
              {t('freelancer.erasure.begin')}
            </Button>
          )}
          {r?.state === 'IN_PROGRESS' && (
            <Button onClick={() => onJob(r.jobId)}>{t('freelancer.erasure.progress')}</Button>
          )}
        </>
      }
    >
      {(error ?? step.error ?? plan.error) && (
        <Refusal error={error ?? step.error ?? plan.error ?? new Error()} onRetry={retryOf(step, plan)} />
      )}
      {!r && !error && <Skeleton />}
      {r && <ErasureFacts request={r} />}
      {isRefusing && (
        <Field label={t('freelancer.erasure.refusal')} isRequired>
          <TextInput rows={3} value={why} onChange={setWhy} />
        </Field>
      )}
      {plan.data && !isRefusing && <ErasurePlan plan={plan.data} />}
    </Modal>
  );
};
