import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { useFailureText } from '../../engine/form/useFailureText';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useRecordSaved, type Saved } from '../../engine/useRecordSaved';
import type { Application } from '../../generated/resources';
import { request } from '../../providers/http';
import { HttpError } from '../../providers/httpError';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { FileInput } from '../../ui/FileInput';
import { AnswerInput } from '../question/AnswerInput';
import type { SheetLine } from './useSheet';
import '../question/question.css';

interface Props {
  application: Application;
  line: SheetLine;
  currency: string;
  onClose: () => void;
  onSaved: () => void;
}

/** Gives or changes the answer to one question; the others stay as they are. */
export const AnswerForm = ({ application, line, currency, onClose, onSaved }: Props) => {
  const t = useTranslate();
  const put = useRecordSaved();
  const [value, setValue] = useState(line.value);
  const [files, setFiles] = useState<readonly string[]>(line.files);
  const others = (application.answers ?? []).filter(({ questionId }) => questionId !== line.id);
  const mine = { questionId: line.id, questionVersion: line.questionVersion, value, files };
  const isEmpty = (value === null || value === '') && files.length === 0;
  const save = useMutation({
    mutationFn: async () => {
      const body = { answers: isEmpty ? others : [...others, mine] };
      const headers = { 'if-match': `"${application.version}"` };
      return (await request<Saved>('PUT', `/api/projectApplication/${application.id}`, { body, headers })).data;
    },
    onSuccess: saved => {
      put(saved);
      onSaved();
    },
  });
  const wrong = useWrong(save.error, `answers[${others.length}]`);
  const wanted = { ...line, name: `answer-${line.id}`, currency, isNeeded: line.flags?.needAnswer === true };
  return (
    <form
      className="app-answer"
      onSubmit={event => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {save.error && !wrong.value && !wrong.files && <Refusal error={save.error} onRetry={retryOf(save)} />}
      <Field label={line.label} hint={line.help || undefined} error={wrong.value} isRequired={wanted.isNeeded} isWide>
        <AnswerInput asked={wanted} label={line.label} value={value} onChange={setValue} />
      </Field>
      {line.flags?.jobSeekerUpload && (
        <Field label={t('panel.application.answer.files')} error={wrong.files} isWide>
          <FileInput value={files} isMany max={3} about={application.freelancerId ?? undefined} onChange={setFiles} />
        </Field>
      )}
      <p className="app-answer-b">
        <Button small look="primary" type="submit" isBusy={save.isPending}>
          {t('panel.application.answer.save')}
        </Button>
        <Button small onClick={onClose}>
          {t('panel.modal.cancel')}
        </Button>
      </p>
    </form>
  );
};

/** What the service found wrong with the answer, in words, apart from what is wrong with its files. */
const useWrong = (error: Error | null, at: string) => {
  const say = useFailureText();
  if (!(error instanceof HttpError)) return {};
  const wordsOf = (part: string) =>
    Object.entries(error.fieldErrors)
      .filter(([path]) => path.startsWith(`${at}.${part}`))
      .flatMap(([path, keys]) => keys.map(key => say(key, error.params[path]?.[key] ?? {})))
      .join(' ') || undefined;
  return { value: wordsOf('value'), files: wordsOf('files') };
};
