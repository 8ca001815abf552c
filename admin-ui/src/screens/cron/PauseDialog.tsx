import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { useFailureText } from '../../engine/form/useFailureText';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { HttpError } from '../../providers/httpError';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { MomentInput } from '../../ui/MomentInput';
import { TextInput } from '../../ui/TextInput';
import { cronKey, pause } from './calls';

interface Props {
  names: readonly string[];
  onClose: () => void;
}

const shortest = 3;

/** Leaves out the due times of one job, or of several, until an instant or until somebody resumes them. */
export const PauseDialog = ({ names, onClose }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const say = useFailureText();
  const client = useQueryClient();
  const [until, setUntil] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const pausing = useMutation({
    mutationFn: () => Promise.all(names.map(name => pause(name, { reason, ...(until && { until }) }))),
    onSuccess: async () => {
      notify('panel.cron.pausedDone', { type: 'success', messageArgs: { smart_count: names.length } });
      await client.invalidateQueries({ queryKey: cronKey });
      onClose();
    },
  });
  const { error, isPending, mutate } = pausing;
  const wrong = (field: string) => {
    const saying = error instanceof HttpError ? error.sayingOf(field) : undefined;
    return saying && say(saying.key, saying.params);
  };
  const isComplete = reason.trim().length >= shortest;
  const [name] = names;
  return (
    <Modal
      title={
        names.length > 1
          ? t('panel.cron.pauseTitleMany', { smart_count: names.length })
          : t('panel.cron.pauseTitle', { name })
      }
      sub={names.length > 1 && <span className="mono">{names.join(', ')}</span>}
      isBusy={isPending}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isBusy={isPending}
          refusal={isComplete ? undefined : t('error.reasonRequired')}
          onClick={() => mutate()}
        >
          {t('panel.cron.pauseMany', { smart_count: names.length })}
        </Button>
      }
    >
      <div className="cron-form">
        {error && !wrong('until') && !wrong('reason') && <Refusal error={error} onRetry={retryOf(pausing)} />}
        <Field label={t('panel.cron.pauseUntil')} isOptional hint={t('panel.cron.pauseHint')} error={wrong('until')}>
          <MomentInput label={t('panel.cron.pauseUntil')} value={until} onChange={setUntil} />
        </Field>
        <Field label={t('panel.cron.pauseReason')} isRequired error={wrong('reason')}>
          <TextInput value={reason} onChange={setReason} />
        </Field>
      </div>
    </Modal>
  );
};
