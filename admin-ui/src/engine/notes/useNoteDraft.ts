import { useState } from 'react';
import { useGetIdentity } from 'ra-core';
import type { Option } from '../../ui/option';
import type { NotePerson } from '../../generated/answers';
import type { BesideNote, NoteValues } from './noteCalls';
import { shownText, storedText } from './mentionText';

/** What of a note is edited. */
export type NoteStart = Pick<BesideNote, 'text' | 'mentions' | 'dueOn' | 'assigneeId' | 'assigneeName'>;

export type NoteDraft = ReturnType<typeof useNoteDraft>;

const assigneeOf = (start: NoteStart | undefined): Option | null =>
  start?.assigneeId ? { value: String(start.assigneeId), label: start.assigneeName } : null;

/** What is being written: the text with names, who they are, and when it is a task of whom. */
export const useNoteDraft = (start?: NoteStart) => {
  const { identity } = useGetIdentity();
  const was = shownText(start?.text ?? '', start?.mentions ?? []);
  const [text, setText] = useState(was);
  const [people, setPeople] = useState<readonly NotePerson[]>(start?.mentions ?? []);
  const [assignee, setAssignee] = useState(() => assigneeOf(start));
  const [dueOn, setDueOn] = useState(start?.dueOn ?? null);
  const [isTask, setIsTask] = useState(assignee !== null);
  const setTask = (is: boolean) => {
    setIsTask(is);
    if (is && !assignee && identity) setAssignee({ value: String(identity.id), label: identity.fullName ?? '' });
  };
  return {
    text,
    setText,
    isChanged: text.trim() !== was.trim(),
    isTask,
    setTask,
    dueOn,
    setDueOn,
    assignee,
    setAssignee,
    addPerson: (person: NotePerson) => setPeople(all => [...all.filter(({ id }) => id !== person.id), person]),
    values: (): NoteValues => ({
      text: storedText(text, people),
      dueOn: isTask ? dueOn : null,
      assigneeId: isTask && assignee ? Number(assignee.value) : null,
    }),
    clear: () => {
      setText('');
      setPeople([]);
      setIsTask(false);
      setDueOn(null);
      setAssignee(null);
    },
  };
};
