import type { ReactNode } from 'react';
import { useLocale, useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { formatDate } from '../../format/format';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Chip } from '../../ui/Chip';
import { UndoToast } from '../form/UndoToast';
import { useErrorToast } from '../useErrorToast';
import { dayFromNow, nextMonday } from './dueDays';
import { changeTask, useNotesChanged, type NoteRow } from './noteCalls';

interface Props {
  note: NoteRow;
  /** The words beside the tick. */
  label: ReactNode;
}

const stays = 10_000;

/** A task to be ticked off or put off in place; both can be taken back. */
export const TaskState = ({ note, label }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const showError = useErrorToast();
  const changed = useNotesChanged();
  const change = useMutation({
    mutationFn: ({ action, input }: { action: 'complete' | 'reopen' | 'snooze'; input?: object }) =>
      changeTask(note, action, input),
    onSuccess: ({ id, version }, { action }) => {
      changed();
      const text = t(`resources.note.actions.${action}.done`);
      const toast = <UndoToast resource="note" text={text} onUndone={changed} {...{ action, id, version }} />;
      notify(toast, { type: 'success', multiLine: true, autoHideDuration: stays });
    },
    onError: error => {
      changed();
      showError(error);
    },
  });
  const isDone = note.state === 'DONE';
  const snooze = (dueOn: string) => !change.isPending && change.mutate({ action: 'snooze', input: { dueOn } });
  return (
    <div className="nt-state">
      <Checkbox
        label={label}
        isOn={isDone !== change.isPending}
        isOff={change.isPending}
        onChange={() => change.mutate({ action: isDone ? 'reopen' : 'complete' })}
      />
      <DueChip note={note} />
      {!isDone && (
        <span className="nt-days">
          <Button small look="quiet" onClick={() => snooze(dayFromNow(1))}>
            {t('panel.notes.tomorrow')}
          </Button>
          <Button small look="quiet" onClick={() => snooze(nextMonday())}>
            {t('panel.notes.nextWeek')}
          </Button>
        </span>
      )}
    </div>
  );
};

/** When a task is due: filled once the day is over. */
const DueChip = ({ note: { state, dueOn } }: { note: NoteRow }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  if (state !== 'OPEN' || !dueOn) return null;
  const isLate = dueOn < dayFromNow(0);
  const text = t(isLate ? 'panel.notes.overdue' : 'panel.notes.due', { day: formatDate(locale, dueOn) });
  return (
    <Chip icon={isLate ? 'alert' : 'clock'} tone={isLate ? 'bad' : 'neutral'} isLoud={isLate}>
      {text}
    </Chip>
  );
};
