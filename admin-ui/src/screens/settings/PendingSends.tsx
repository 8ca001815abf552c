import { useId, useState } from 'react';
import { useLocaleState, useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { useFailureText } from '../../engine/form/useFailureText';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { formatInstant } from '../../format/format';
import type { RestoreDecision, RestoreState, RestoreWaiting } from '../../generated/answers';
import { HttpError } from '../../providers/httpError';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Note } from '../../ui/Note';
import { Radio } from '../../ui/Radio';
import { TextInput } from '../../ui/TextInput';
import { Failure } from '../dashboard/Failure';
import { readRestore, release, restoreKey } from './calls';

/** What waits after a restore, and the decision about it. Nothing while the product is not held. */
export const PendingSends = ({ isReadOnly }: { isReadOnly: boolean }) => {
  const { data, error, refetch } = useQuery({ queryKey: restoreKey, queryFn: ({ signal }) => readRestore(signal) });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return data?.held ? <Waiting state={data} isReadOnly={isReadOnly} /> : null;
};

const Waiting = ({ state, isReadOnly }: { state: RestoreState; isReadOnly: boolean }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const title = useId();
  const instant = (iso: string | null) => (iso ? formatInstant(locale, iso) : '');
  return (
    <section className="set held" aria-labelledby={title}>
      <h2 id={title}>{t('panel.restore.title')}</h2>
      <Note tone="warn">
        {t('panel.restore.text', { taken: instant(state.taken), restored: instant(state.restored) })}
      </Note>
      {isReadOnly ? <p className="t2 s13">{t('panel.restore.only')}</p> : <Deciding state={state} />}
    </section>
  );
};

const Deciding = ({ state }: { state: RestoreState }) => {
  const t = useTranslate();
  const notify = useNotify();
  const say = useFailureText();
  const client = useQueryClient();
  const [mails, setMails] = useState<RestoreDecision>('DROP');
  const [deliveries, setDeliveries] = useState<RestoreDecision>('DROP');
  const [jobs, setJobs] = useState<RestoreDecision>('RELEASE');
  const [reason, setReason] = useState('');
  const releasing = useMutation({
    mutationFn: () => release({ mails, deliveries, jobs, reason }),
    onSuccess: now => {
      client.setQueryData(restoreKey, now);
      notify('panel.restore.done', { type: 'success' });
    },
  });
  const { error, isPending, mutate } = releasing;
  const wrong = error instanceof HttpError ? error.sayingOf('reason') : undefined;
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (reason.trim()) mutate();
      }}
    >
      {error && !wrong && <Refusal error={error} onRetry={retryOf(releasing)} />}
      <Choice name="mails" waiting={state.mails} value={mails} onChange={setMails} />
      <Choice name="deliveries" waiting={state.deliveries} value={deliveries} onChange={setDeliveries} />
      <Choice name="jobs" waiting={state.jobs} value={jobs} onChange={setJobs} />
      <Field label={t('panel.restore.reason')} isRequired error={wrong && say(wrong.key, wrong.params)}>
        <TextInput value={reason} onChange={setReason} />
      </Field>
      <p className="set-act">
        <Button
          type="submit"
          look="primary"
          isBusy={isPending}
          refusal={reason.trim() ? undefined : t('error.reasonRequired')}
        >
          {t('panel.restore.submit')}
        </Button>
      </p>
    </form>
  );
};

interface ChoiceProps {
  name: 'mails' | 'deliveries' | 'jobs';
  waiting: readonly RestoreWaiting[];
  value: RestoreDecision;
  onChange: (value: RestoreDecision) => void;
}

const decisions: readonly RestoreDecision[] = ['DROP', 'RELEASE'];

const Choice = ({ name, waiting, value, onChange }: ChoiceProps) => {
  const t = useTranslate();
  const hint = useId();
  return (
    <fieldset className="held-part" aria-describedby={hint}>
      <legend>{t(`panel.restore.${name}`)}</legend>
      {waiting.length === 0 && <p className="t2 s13">{t('panel.restore.none')}</p>}
      {waiting.length > 0 && (
        <ul>
          {waiting.map(one => (
            <li key={one.name}>
              <span className="mono">{one.name}</span> {one.count}
            </li>
          ))}
        </ul>
      )}
      <p id={hint} className="t2 s13">
        {t(`panel.restore.${name}Hint`)}
      </p>
      {decisions.map(each => (
        <Radio key={each} name={name} value={each} isOn={value === each} onChange={() => onChange(each)}>
          {t(`enum.restoreDecision.${each}`)}
        </Radio>
      ))}
    </fieldset>
  );
};
