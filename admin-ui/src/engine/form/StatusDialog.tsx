import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../pieces/Button';
import { Modal } from '../../pieces/Modal';
import { Skeleton } from '../../pieces/Skeleton';
import { HttpError } from '../../providers/http';
import { Refusal } from '../list/dialogs/Refusal';
import { recordTitle, useResourceMeta, type ActionMeta } from '../meta';
import type { DialogProps } from '../override';
import { useOnline } from '../useOnline';
import { callAction } from './callAction';
import { countsOf } from './Impact';
import { idempotencyKeys } from './idempotencyKeys';
import { restorableOf, usePossibleStatuses, useStatusBase, type Possible } from './possibleStatuses';
import { StatusNow } from './StatusNow';
import { StatusOptions } from './StatusOptions';
import { missingOf, noAnswers, type Answers } from './statusAnswers';
import './status.css';

interface Props extends DialogProps {
  action: ActionMeta;
}

/** Chooses the next state: what each one means and does, and for the refused ones every reason. The button names the consequence. */
export const StatusDialog = ({ action, record, onClose, onDone }: Props) => {
  const meta = useResourceMeta();
  const base = useStatusBase(meta);
  const t = useTranslate();
  const notify = useNotify();
  const isOnline = useOnline();
  const [keyFor] = useState(idempotencyKeys);
  const [answers, setAnswers] = useState<Answers>(noAnswers);
  const possible = usePossibleStatuses(meta, String(record['id']));
  const allowed = possible.data?.results.filter(option => option.allowed) ?? [];
  const chosen =
    allowed.find(option => option.value === answers.status) ?? (allowed.length === 1 ? allowed[0] : undefined);
  const run = useMutation({
    mutationFn: (option: Possible) => {
      const input = inputOf(option, answers, meta.status);
      return callAction<Record<string, unknown> & { message?: string }>({
        action,
        record,
        input,
        key: keyFor(JSON.stringify(input)),
      });
    },
    onSuccess: answer => {
      notify(answer.message ?? 'panel.transition.done', { type: 'success' });
      const saved = answer[meta.name] ?? answer;
      onDone(isRecord(saved) ? saved : undefined);
    },
  });
  const missing = chosen ? missingOf(chosen, answers) : 'panel.transition.choose';
  const isWrong = run.error instanceof HttpError && run.error.code === 'REASON_REQUIRED';
  return (
    <Modal
      title={t('panel.transition.title')}
      sub={
        <>
          {recordTitle(meta, record)} {meta.handle && <span className="mono">{String(record[meta.handle] ?? '')}</span>}
        </>
      }
      note={chosen && t(`${base}.undo.${chosen.value}`)}
      isBusy={run.isPending}
      onClose={onClose}
      onKeyDown={event =>
        event.key === 'Enter' && (event.ctrlKey || event.metaKey) && chosen && !missing && run.mutate(chosen)
      }
      actions={
        <Button
          look={chosen?.value === meta.trash?.value && chosen ? 'danger' : 'primary'}
          refusal={isOnline ? missing && t(missing) : t('panel.list.offline')}
          isBusy={run.isPending}
          onClick={() => chosen && run.mutate(chosen)}
        >
          {chosen ? submitText(t, base, chosen, answers.restores) : t('panel.transition.title')}
        </Button>
      }
    >
      <StatusNow meta={meta} record={record} current={possible.data?.current} />
      {run.error && !isWrong && <Refusal error={run.error} />}
      {possible.error && <Refusal error={possible.error} />}
      {possible.isPending && <Skeleton width={320} />}
      {possible.data && (
        <StatusOptions
          base={base}
          options={possible.data.results}
          chosen={chosen}
          answers={answers}
          reasonError={isWrong ? t('error.reasonRequired') : undefined}
          onChange={change => setAnswers(old => ({ ...old, ...change }))}
        />
      )}
    </Modal>
  );
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'id' in value;

const inputOf = (option: Possible, { reason, comment, restores }: Answers, statusField: string) => ({
  [statusField]: option.value,
  ...(reason && option.reason !== 'none' && { reason }),
  ...(comment.trim() && { comment: comment.trim() }),
  ...(restores && restorableOf(option) && { restoreApplicationsBatch: restorableOf(option)?.batchId }),
});

/** The verb, and the first counted consequence with its number. */
const submitText = (t: (key: string, params?: object) => string, base: string, option: Possible, restores: boolean) => {
  const restorable = restores ? restorableOf(option) : undefined;
  const count =
    restorable?.count ?? countsOf(option.impact).find(({ name }) => name !== 'applicationsRestorable')?.count ?? 0;
  const counted = `${base}.submitCount.${option.value}`;
  const text = count > 0 ? t(counted, { smart_count: count }) : counted;
  return text === counted ? t(`${base}.submit.${option.value}`) : text;
};
