import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { callAction } from '../../engine/form/callAction';
import { idempotencyKeys } from '../../engine/form/idempotencyKeys';
import { moveTextIfAny, useStatusBase } from '../../engine/form/possibleStatuses';
import { useDone } from '../../engine/form/useDone';
import { useErrorToast } from '../../engine/useErrorToast';
import type { Saved } from '../../engine/useRecordSaved';
import type { DashboardStep } from '../../generated/answers';
import { actionLabel, statusInput, useResourceMeta, type ActionMeta } from '../../meta';
import { HttpError } from '../../providers/http';
import type { OnStepDone } from './WorkSteps';

interface Wanted {
  step: DashboardStep;
  action: ActionMeta | undefined;
  record: Saved;
  /** Opens the dialog of the action, which explains what prevents it. */
  onAsk: () => void;
  /** The row shows what was done; otherwise a toast offers the way back. */
  staysWhenDone?: boolean | undefined;
  onDone: OnStepDone;
}

/** Does a step without a dialog. What the rules refuse is explained in the dialog, what fails otherwise in a toast. */
export const useStepAtOnce = ({ step, action, record, staysWhenDone, onAsk, onDone }: Wanted) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const base = useStatusBase(meta);
  const tell = useDone();
  const showError = useErrorToast();
  const [keyFor] = useState(idempotencyKeys);
  const from = String(record[meta.status] ?? '');
  const words = useDoneWords(base, from, step);
  return useMutation({
    mutationFn: async () => {
      if (!action) return undefined;
      const input = step.status ? { [statusInput(meta, action)?.name ?? meta.status]: step.status } : {};
      const key = keyFor(JSON.stringify([input, record['version']]));
      return callAction<Saved>({ action, record, input, key });
    },
    onSuccess: saved => {
      const undo = action?.undo && { action: action.name, id: record.id, version: saved?.['version'] };
      const stays = staysWhenDone && undo;
      tell(words, !stays && undo);
      onDone(saved?.id === undefined ? undefined : saved, stays ? { record, text: t(words), undo } : undefined);
    },
    onError: error => {
      if (step.status && error instanceof HttpError && error.status === 409) return onAsk();
      showError(error);
      onDone();
    },
  });
};

/** The text key of what was done. */
const useDoneWords = (base: string, from: string, { action = '', status }: DashboardStep) => {
  const meta = useResourceMeta();
  const t = useTranslate();
  if (!status) return actionLabel(meta, action, 'done');
  return moveTextIfAny(t, `${base}.done`, from, status) ?? 'panel.transition.done';
};
