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
import { HttpError } from '../../providers/httpError';

interface Wanted {
  step: DashboardStep;
  action: ActionMeta | undefined;
  record: Saved;
  /** Opens the dialog of the action, which explains what prevents it. */
  onAsk: () => void;
  onDone: (saved?: Saved) => void;
}

/** Does a step without a dialog, and goes on to the row that it is given. What the rules refuse is explained in the dialog, what fails otherwise in a toast. */
export const useStepAtOnce = ({ step, action, record, onAsk, onDone }: Wanted) => {
  const meta = useResourceMeta();
  const base = useStatusBase(meta);
  const reportDone = useDone();
  const showError = useErrorToast();
  const [keyFor] = useState(idempotencyKeys);
  const from = String(record[meta.status] ?? '');
  const words = useDoneWords(base, from, step);
  return useMutation({
    mutationFn: async (_next: HTMLElement | undefined) => {
      if (!action) return undefined;
      const input = step.status ? { [statusInput(meta, action)?.name ?? meta.status]: step.status } : {};
      const key = keyFor(JSON.stringify([input, record['version']]));
      return callAction<Saved>({ action, record, input, key });
    },
    onSuccess: (saved, next) => {
      const isUndoable = action?.undo && !step.status; // whether a move has a way back, only its dialog knows
      reportDone(words, isUndoable && { action: action.name, id: record.id, version: saved?.['version'] });
      onDone(saved?.id === undefined ? undefined : saved);
      next?.focus();
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
