import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { HttpError } from '../../providers/httpError';
import { useLeaveGuard } from '../../router/useLeaveGuard';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { DiscardDialog } from '../../ui/DiscardDialog';
import { Field } from '../../ui/Field';
import type { Note } from '../../generated/resources';
import { useFailureText } from '../form/useFailureText';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import { useOnline } from '../useOnline';
import { MentionInput } from './MentionInput';
import type { Beside, NoteValues } from './noteCalls';
import { TaskFields } from './TaskFields';
import { useNoteDraft, type NoteStart } from './useNoteDraft';

interface Props {
  beside: Beside;
  /** What is edited; without one a new note is written. */
  start?: NoteStart | undefined;
  /** The name of the text for readers. */
  label: string;
  submit: string;
  onSave: (values: NoteValues) => Promise<Note>;
  onSaved: () => void;
  onCancel?: () => void;
}

const own = ['text', 'dueOn', 'assigneeId'];

/** A box to write a note in, which can be made a task in the same place. Ctrl+Enter saves. */
export const NoteForm = ({ beside, start, label, submit, onSave, onSaved, onCancel }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const isOnline = useOnline();
  const draft = useNoteDraft(start);
  const guard = useLeaveGuard(draft.isChanged);
  const [isTried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: () => onSave(draft.values()),
    onSuccess: () => {
      draft.clear();
      setTried(false);
      onSaved();
    },
  });
  const isEmpty = draft.text.trim() === '';
  const save = () => {
    setTried(true);
    if (!isEmpty && !saving.isPending && isOnline) saving.mutate();
  };
  const wrong = (field: string) => {
    const error = saving.error;
    const key = error instanceof HttpError ? error.fieldErrors[field]?.[0] : undefined;
    return key && error instanceof HttpError ? say(key, error.params[key]) : undefined;
  };
  const isElsewhere = saving.error && !own.some(wrong);
  return (
    <section className="nt-form" aria-label={label}>
      {isElsewhere && <Refusal error={saving.error} onRetry={retryOf(saving)} />}
      <Field label={label} isSilent error={isTried && isEmpty ? t('validation.required') : wrong('text')}>
        <MentionInput
          beside={beside}
          value={draft.text}
          onChange={draft.setText}
          onMention={draft.addPerson}
          onSave={save}
          onCancel={onCancel}
        />
      </Field>
      <div className="nt-bar">
        <Checkbox label={t('panel.notes.makeTask')} isOn={draft.isTask} onChange={draft.setTask} />
        {draft.isTask && <TaskFields beside={beside} draft={draft} wrong={wrong} />}
        <span className="end">
          {onCancel && (
            <Button look="ghost" onClick={onCancel}>
              {t('panel.modal.cancel')}
            </Button>
          )}
          <Button isBusy={saving.isPending} refusal={isOnline ? undefined : t('panel.list.offline')} onClick={save}>
            {submit}
          </Button>
        </span>
      </div>
      {guard.isAsking && <DiscardDialog count={1} onKeep={guard.stay} onDiscard={guard.leave} />}
    </section>
  );
};
