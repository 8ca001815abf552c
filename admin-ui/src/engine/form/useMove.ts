import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { statusInput, useResourceMeta, type ActionMeta } from '../../meta';
import type { PossibleStatus } from '../../generated/answers';
import type { DialogProps } from '../overrideProps';
import { callAction } from './callAction';
import { idempotencyKeys } from './idempotencyKeys';
import { moveTextIfAny, useStatusBase } from './possibleStatuses';
import { inputOf, type Answers } from './statusAnswers';
import { useDone } from './useDone';

interface Wanted extends Pick<DialogProps, 'record' | 'onDone'> {
  action: ActionMeta;
  answers: Answers;
  /** The state it leaves. */
  from: string;
  onRefused: (error: Error) => void;
}

/** Moves a record to another state, with what was answered about it, and says what became of it. */
export const useMove = ({ action, record, answers, from, onRefused, onDone }: Wanted) => {
  const meta = useResourceMeta();
  const base = useStatusBase(meta);
  const t = useTranslate();
  const reportDone = useDone();
  const [keyFor] = useState(idempotencyKeys);
  return useMutation({
    mutationFn: (option: PossibleStatus) => {
      const names = action.input.map(({ name }) => name);
      const input = inputOf(option, answers, statusInput(meta, action)?.name ?? meta.status, names);
      const key = keyFor(JSON.stringify([input, record['version']]));
      return callAction<Record<string, unknown> & { message?: string }>({ action, record, input, key });
    },
    onError: onRefused,
    onSuccess: (answer, option) => {
      const text = messageOf(answer) || moveTextIfAny(t, `${base}.done`, from, option.value) || 'panel.transition.done';
      const saved = answer[meta.name] ?? answer;
      const left = isRecord(saved) ? saved : undefined;
      const isUndoable = action.undo && leadsBack(option);
      reportDone(text, isUndoable && { action: action.name, id: String(record['id']), version: left?.['version'] });
      onDone(left);
    },
  });
};

/** Whether the rules let the record go back to where it was, rather than elsewhere or nowhere. */
const leadsBack = ({ undo, undoTo }: PossibleStatus) => undo && !undoTo;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'id' in value;

/** The message of an answer; what a record calls its message is another thing. */
const messageOf = (answer: { id?: unknown; message?: string }) =>
  answer.id === undefined ? answer.message : undefined;
