import { useState } from 'react';
import { useGetIdentity, useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { JobDialog } from '../../engine/jobs/JobDialog';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { draftOf } from '../../engine/form/drafts';
import { retryOf } from '../../engine/form/retryOf';
import type { DialogProps } from '../../engine/overrideProps';
import { useListChanged } from '../../engine/useRecordSaved';
import type { Freelancer } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { TextInput } from '../../ui/TextInput';
import { request } from '../../providers/http';
import type { ErasePlan } from '../../generated/answers';
import { ErasurePlan } from './ErasurePlan';
import './freelancer.css';

const reasonAtLeast = 3;

/** Forgets somebody: what goes and what stays stands there before anything happens. */
export const EraseDialog = ({ record, onClose }: DialogProps<Freelancer>) => {
  const t = useTranslate();
  const notify = useNotify();
  const { identity } = useGetIdentity();
  const refreshList = useListChanged();
  const [reason, setReason] = useState('');
  const [basis, setBasis] = useState('');
  const [isKnown, setKnown] = useState(false);
  const [job, setJob] = useState('');
  const sendErasure = async <T,>(body: object) =>
    (await request<T>('POST', `/api/freelancer/${record.id}/erase`, { body })).data;
  const plan = useQuery({
    queryKey: ['freelancer', record.id, 'erase', basis !== ''],
    queryFn: () => sendErasure<ErasePlan>({ reason: 'preview', legalBasisNote: basis }),
    gcTime: 0,
    retry: false,
  });
  const run = useMutation({
    mutationFn: () =>
      sendErasure<{ jobId: string }>({ reason, legalBasisNote: basis, identityChecked: isKnown, dryRun: false }),
    onSuccess: ({ jobId }) => {
      draftOf(String(identity?.id ?? ''), 'freelancer', String(record.id)).drop();
      if (jobId) return setJob(jobId);
      notify('resources.freelancer.actions.erase.done', { type: 'success' });
      return onClose();
    },
  });
  if (job) {
    const close = () => {
      refreshList();
      onClose();
    };
    return <JobDialog id={job} onClose={close} />;
  }
  const error = run.error ?? plan.error;
  const isBlocked = plan.data?.blockedBy.some(({ key }) => isKnown || !key.endsWith('legalHold')) ?? true;
  const missing = reason.trim().length < reasonAtLeast ? t('freelancer.erase.reasonMissing') : undefined;
  return (
    <Modal
      title={t('resources.freelancer.actions.erase.title')}
      sub={`${record.name} ${record.handle}`}
      size="normal"
      note={isKnown && t('freelancer.erase.final')}
      isBusy={run.isPending}
      onClose={onClose}
      actions={
        <Button
          look="danger"
          isBusy={run.isPending}
          refusal={isBlocked ? t('panel.transition.notNow') : missing}
          onClick={() => run.mutate()}
        >
          {t(isKnown ? 'freelancer.erase.submit' : 'freelancer.erase.file')}
        </Button>
      }
    >
      {error && <Refusal error={error} onRetry={retryOf(run, plan)} />}
      {plan.isPending && <Skeleton />}
      {plan.data && <ErasurePlan plan={plan.data} />}
      <div className="stack">
        <Field label={t('resources.freelancer.actions.erase.fields.reason')} isRequired>
          <TextInput value={reason} onChange={setReason} />
        </Field>
        <Field label={t('resources.freelancer.actions.erase.fields.legalBasisNote')} isOptional>
          <TextInput value={basis} onChange={setBasis} />
        </Field>
        <Checkbox
          label={t('resources.freelancer.actions.erase.fields.identityChecked')}
          hint={t('freelancer.erase.identityHint')}
          isOn={isKnown}
          onChange={setKnown}
        />
      </div>
    </Modal>
  );
};
