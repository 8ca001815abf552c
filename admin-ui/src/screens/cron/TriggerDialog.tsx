import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { boundFailure } from '../../engine/form/fieldRules';
import { retryOf } from '../../engine/form/retryOf';
import { useFailureText } from '../../engine/form/useFailureText';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { ScheduledJob } from '../../generated/answers';
import { HttpError } from '../../providers/httpError';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { NumberInput } from '../../ui/NumberInput';
import { cronKey, trigger } from './calls';

/** Runs a job now, with its parameters, or tries it. What the service says of it is the toast. */
export const TriggerDialog = ({ job, onClose }: { job: ScheduledJob; onClose: () => void }) => {
  const t = useTranslate();
  const notify = useNotify();
  const say = useFailureText();
  const client = useQueryClient();
  const { name } = job;
  const [isDry, setDry] = useState(false);
  const [params, setParams] = useState(() => Object.fromEntries(job.params.map(p => [p.name, p.default])));
  const running = useMutation({
    mutationFn: () => trigger(name, { params, dryRun: isDry }),
    onSuccess: async ({ message, params: words }) => {
      notify(message, { type: 'success', messageArgs: { ...words } });
      await client.invalidateQueries({ queryKey: cronKey });
      onClose();
    },
  });
  const { error, isPending, mutate } = running;
  const refused = (param: string) => (error instanceof HttpError ? error.sayingOf(`params.${param}`) : undefined);
  const wrong = ({ name: param, min, max }: ScheduledJob['params'][number]) => {
    const saying = boundFailure({ minValue: min, maxValue: max }, params[param]) ?? refused(param);
    return saying && say(saying.key, saying.params);
  };
  const isFieldRefused = job.params.some(p => refused(p.name));
  return (
    <Modal
      title={t('panel.cron.runTitle', { name })}
      sub={t(job.descriptionKey)}
      isBusy={isPending}
      onClose={onClose}
      actions={
        <Button look="primary" isBusy={isPending} onClick={() => mutate()}>
          {t('panel.cron.run')}
        </Button>
      }
    >
      <div className="cron-form">
        {error && !isFieldRefused && <Refusal error={error} onRetry={retryOf(running)} />}
        {job.params.map(p => (
          <Field key={p.name} label={t(`panel.cron.param.${p.name}`)} hint={`${p.min}–${p.max}`} error={wrong(p)}>
            <NumberInput
              isWhole
              value={params[p.name]}
              onChange={value => setParams({ ...params, [p.name]: Number(value ?? 0) || 0 })}
            />
          </Field>
        ))}
        <Checkbox
          label={t('panel.cron.dryRun')}
          hint={t('panel.cron.dryRunHint')}
          isOn={isDry}
          isSwitch
          onChange={setDry}
        />
      </div>
    </Modal>
  );
};
