import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HttpError } from '../../providers/httpError';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { MomentInput } from '../../ui/MomentInput';
import { TextInput } from '../../ui/TextInput';
import { retryOf } from '../form/retryOf';
import { useFailureText } from '../form/useFailureText';
import { Refusal } from '../list/dialogs/Refusal';
import { planChange, plannedKey, type PlannedCall } from './calls';
import { PlannedLines } from './PlannedLines';
import './planned.css';

interface Props {
  call: PlannedCall;
  onClose: () => void;
  onPlanned: () => void;
}

/** The first midnight of the next month, by the reader's clock. */
const nextMonth = () => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth() + 1, 1).toISOString();
};

/** From when on a change holds, with what it would change, tried by the service. */
export const PlanDialog = ({ call, onClose, onPlanned }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const say = useFailureText();
  const client = useQueryClient();
  const [at, setAt] = useState<string | null>(nextMonth);
  const [note, setNote] = useState('');
  const tried = useQuery({
    queryKey: [...plannedKey, 'try', call],
    queryFn: () => planChange(call, { effectiveAt: nextMonth(), note: '' }, true),
    retry: false,
    gcTime: 0,
  });
  const planning = useMutation({
    mutationFn: () => planChange(call, { effectiveAt: at ?? '', note: note.trim() }),
    onSuccess: async () => {
      notify('panel.planned.saved', { type: 'success' });
      await client.invalidateQueries({ queryKey: plannedKey });
      onClose();
      onPlanned();
    },
  });
  const { error, isPending, mutate } = planning;
  const wrong = error instanceof HttpError ? error.sayingOf('effectiveAt') : undefined;
  return (
    <Modal
      title={t('panel.planned.title')}
      isBusy={isPending}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isBusy={isPending}
          refusal={tried.error ? t('panel.planned.refused') : undefined}
          onClick={() => mutate()}
        >
          {t('panel.planned.submit')}
        </Button>
      }
    >
      <div className="plan-form">
        {error && !wrong && <Refusal error={error} onRetry={retryOf(planning)} />}
        {tried.error && <Refusal error={tried.error} onRetry={() => void tried.refetch()} />}
        <Field
          label={t('panel.planned.from')}
          hint={t('panel.planned.fromHint')}
          error={wrong && say(wrong.key, wrong.params)}
          isRequired
        >
          <MomentInput label={t('panel.planned.from')} value={at} onChange={setAt} />
        </Field>
        <Field label={t('panel.planned.note')} isOptional>
          <TextInput value={note} onChange={setNote} />
        </Field>
        {tried.data && (
          <section aria-label={t('panel.planned.changes')}>
            <PlannedLines change={tried.data} />
          </section>
        )}
      </div>
    </Modal>
  );
};
