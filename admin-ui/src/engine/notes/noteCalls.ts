import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../providers/http';
import type { Note } from '../../generated/resources';

/** The name under which react-query keeps notes, that of their screen. */
export const notesKey = 'platform/notes';

/** What a record is called beside which notes stand: its resource and its id. */
export interface Beside {
  entity: string;
  id: string | number;
}

/** A task or note as its lists answer it. */
export type NoteRow = Pick<
  Note,
  | 'id'
  | 'version'
  | 'summary'
  | 'state'
  | 'dueOn'
  | 'assigneeName'
  | 'entity'
  | 'entityId'
  | 'recordTitle'
  | 'recordHandle'
  | 'created'
  | 'createdBy'
  | 'isEditable'
>;

/** A note as the tab of a record reads it. */
export type BesideNote = NoteRow &
  Pick<Note, 'text' | 'mentions' | 'assigneeId' | 'authorId' | 'editedAt' | 'doneAt' | 'doneBy'>;

/** What is written of a note. */
export interface NoteValues {
  text: string;
  dueOn: string | null;
  assigneeId: number | null;
}

const guard = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });

export const createNote = async ({ entity, id }: Beside, values: NoteValues, key: string) => {
  const body = { entity, entityId: Number(id), ...values };
  return (await request<Note>('POST', '/api/note', { body, headers: { 'idempotency-key': key } })).data;
};

export const updateNote = async (note: NoteRow, values: NoteValues) =>
  (await request<Note>('PUT', `/api/note/${note.id}`, { body: values, headers: guard(note) })).data;

export const deleteNote = async (note: NoteRow) => {
  await request('DELETE', `/api/note/${note.id}`, { headers: guard(note) });
};

/** Runs an action of a task and answers the task as it is then. */
export const changeTask = async (note: NoteRow, action: 'complete' | 'reopen' | 'snooze', input: object = {}) =>
  (await request<Note>('POST', `/api/note/${note.id}/${action}`, { body: input, headers: guard(note) })).data;

/** Gives the function that has every list of notes asked for again, and what the dashboard counts of them. */
export const useNotesChanged = () => {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: [notesKey] });
    void client.invalidateQueries({ queryKey: ['dashboard'] });
  }, [client]);
};
