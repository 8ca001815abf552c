import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { HttpError } from '../../providers/httpError';
import { Refusal } from '../list/dialogs/Refusal';
import { recordTitle, useResourceMeta, type ActionMeta } from '../../meta';
import type { DialogProps } from '../overrideProps';
import { useOnline } from '../useOnline';
import { countsOf } from './Impact';
import { retryOf } from './retryOf';
import { moveVerb, isRestorable, restorableOf, usePossibleStatuses, useStatusBase } from './possibleStatuses';
import { chooseByDigit } from './chooseByDigit';
import { StatusNow } from './StatusNow';
import { StatusOptions } from './StatusOptions';
import { StatusUndo } from './StatusUndo';
import { missingOf, noAnswers, type Answers } from './statusAnswers';
import { useMove } from './useMove';
import { useSeen } from './useSeen';
import type { PossibleStatus } from '../../generated/answers';
import { textIfAny } from '../../providers/textIfAny';
import './status.css';

interface Props extends DialogProps {
  action: ActionMeta;
  /** Offers this state alone: for a button that means one move. */
  only?: string;
}

/** Chooses the next state: what each one means and does, and for the refused ones every reason. The button names the consequence. */
export const StatusDialog = ({ action, record: opened, only, onClose, onDone }: Props) => {
  const meta = useResourceMeta();
  const base = useStatusBase(meta);
  const t = useTranslate();
  const isOnline = useOnline();
  const [answers, setAnswers] = useState<Answers>(noAnswers);
  const { record, again, meet } = useSeen(opened);
  const possible = usePossibleStatuses(meta, String(record['id']));
  const from = possible.data?.current ?? String(record[meta.status] ?? '');
  const options = possible.data?.results.filter(option => !only || option.value === only) ?? [];
  const allowed = options.filter(option => option.allowed);
  const chosen =
    allowed.find(option => option.value === answers.status) ?? (allowed.length === 1 ? allowed[0] : undefined);
  const run = useMove({
    action,
    record,
    answers,
    from,
    onRefused: error => meet(error) && void possible.refetch(),
    onDone,
  });
  const title = only ? moveVerb(t, base, from, only) : t('panel.transition.title');
  const unchosen = only ? 'panel.transition.notNow' : 'panel.transition.choose';
  const missing = chosen ? missingOf(chosen, answers) : unchosen;
  const isWrong = run.error instanceof HttpError && run.error.code === 'REASON_REQUIRED';
  return (
    <Modal
      title={title}
      sub={
        <>
          {recordTitle(meta, record)} {meta.handle && <span className="mono">{String(record[meta.handle] ?? '')}</span>}
        </>
      }
      note={chosen && <StatusUndo base={base} from={from} option={chosen} states={possible.data?.results ?? []} />}
      isBusy={run.isPending}
      unsaved={answers.comment.trim() ? 1 : 0}
      onClose={onClose}
      onKeyDown={event =>
        chooseByDigit(event, allowed, status => setAnswers(old => ({ ...noAnswers, status, comment: old.comment })))
      }
      actions={
        <Button
          look={chosen?.value === meta.trash?.value && chosen ? 'danger' : 'primary'}
          refusal={isOnline ? missing && t(missing) : t('panel.list.offline')}
          isBusy={run.isPending}
          onClick={() => chosen && run.mutate(chosen)}
        >
          {chosen ? submitText(t, base, from, chosen, answers.restores) : title}
        </Button>
      }
    >
      <StatusNow meta={meta} record={record} current={possible.data?.current} />
      {run.error && !isWrong && <Refusal error={run.error} onRetry={retryOf(run)} then={again} />}
      {possible.error && <Refusal error={possible.error} onRetry={retryOf(possible)} />}
      {possible.isPending && <Skeleton width={320} />}
      {possible.data && (
        <StatusOptions
          base={base}
          record={record}
          from={from}
          options={options}
          chosen={chosen}
          answers={answers}
          reasonError={isWrong ? t('error.reasonRequired') : undefined}
          onChange={change => setAnswers(old => ({ ...old, ...change }))}
        />
      )}
    </Modal>
  );
};

/** The verb, and with its number the consequence that has a text of its own. */
const submitText = (t: Translate, base: string, from: string, option: PossibleStatus, restores: boolean) => {
  const restored = restores ? restorableOf(option) : undefined;
  const counts = restored ? [restored] : countsOf(option.impact).filter(({ name }) => !isRestorable(name));
  for (const { name, count } of counts) {
    const key = `${base}.submitCount.${option.value}.${name}`;
    const text = textIfAny(t, [key], { smart_count: count });
    if (text) return text;
  }
  return moveVerb(t, base, from, option.value);
};

type Translate = (key: string, params?: object) => string;
