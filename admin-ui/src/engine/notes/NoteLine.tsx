import { useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { formatInstant } from '../../format/format';
import { initialsOfName } from '../../format/initials';
import { whenOf } from '../../format/when';
import { IconButton } from '../../ui/IconButton';
import { UndoToast } from '../form/UndoToast';
import { useErrorToast } from '../useErrorToast';
import { deleteNote, updateNote, useNotesChanged, type Beside, type BesideNote } from './noteCalls';
import { NoteForm } from './NoteForm';
import { NoteText } from './NoteText';
import { TaskState } from './TaskState';

const stays = 10_000;

/** One note: who wrote it and when, its text, its task, and for its author the ways to edit and delete it. */
export const NoteLine = ({ beside, note }: { beside: Beside; note: BesideNote }) => {
  const t = useTranslate();
  const [isEditing, setEditing] = useState(false);
  const changed = useNotesChanged();
  if (isEditing) {
    return (
      <li className="nt">
        <NoteForm
          beside={beside}
          start={note}
          label={t('panel.notes.edit')}
          submit={t('panel.form.save')}
          onSave={values => updateNote(note, values)}
          onSaved={() => {
            setEditing(false);
            changed();
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  }
  return (
    <li className="nt">
      <span className="ava" aria-hidden="true">
        {initialsOfName(note.createdBy)}
      </span>
      <div className="grow">
        <NoteHead note={note} onEdit={() => setEditing(true)} />
        <NoteText note={note} />
        {note.state !== 'NOTE' && <TaskState note={note} label={<TaskWords note={note} />} />}
      </div>
    </li>
  );
};

/** Whose task it is, or who has done it and when. */
const TaskWords = ({ note }: { note: BesideNote }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  if (note.state !== 'DONE' || !note.doneAt) return t('panel.notes.taskOf', { name: note.assigneeName });
  return t('panel.notes.doneBy', { name: note.doneBy, day: whenOf(locale, note.doneAt) });
};

const NoteHead = ({ note, onEdit }: { note: BesideNote; onEdit: () => void }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const notify = useNotify();
  const showError = useErrorToast();
  const changed = useNotesChanged();
  const removing = useMutation({
    mutationFn: () => deleteNote(note),
    onSuccess: () => {
      changed();
      const toast = (
        <UndoToast resource="note" action="delete" id={note.id} text={t('note.deleted')} onUndone={changed} />
      );
      notify(toast, { type: 'success', multiLine: true, autoHideDuration: stays });
    },
    onError: error => showError(error),
  });
  const at = note.created ?? '';
  return (
    <p className="nt-h">
      <span className="grow">
        <b>{note.createdBy}</b> {note.editedAt && <span className="t2">· {t('panel.notes.edited')}</span>}
      </span>
      <time dateTime={at} title={formatInstant(locale, at)}>
        {whenOf(locale, at)}
      </time>
      {note.isEditable && <IconButton small icon="edit" label={t('panel.notes.edit')} onClick={onEdit} />}
      {note.isEditable && (
        <IconButton
          small
          icon="trash"
          label={t('panel.notes.delete')}
          aria-disabled={removing.isPending}
          onClick={() => !removing.isPending && removing.mutate()}
        />
      )}
    </p>
  );
};
