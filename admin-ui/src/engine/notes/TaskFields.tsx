import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { DateInput } from '../../ui/DateInput';
import { Field } from '../../ui/Field';
import { dayFromNow, nextMonday } from './dueDays';
import { searchPeople } from '../people/searchPeople';
import type { Beside } from './noteCalls';
import type { NoteDraft } from './useNoteDraft';

interface Props {
  beside: Beside;
  draft: NoteDraft;
  /** What the service says of a field. */
  wrong: (field: string) => string | undefined;
}

/** When a task is due, with the two usual days in one click, and who does it. */
export const TaskFields = ({ beside, draft, wrong }: Props) => {
  const t = useTranslate();
  return (
    <div className="nt-task">
      <Field label={t('resources.note.fields.dueOn')} error={wrong('dueOn')}>
        <DateInput label={t('resources.note.fields.dueOn')} value={draft.dueOn} onChange={draft.setDueOn} />
      </Field>
      <span className="nt-days">
        <Button small look="quiet" onClick={() => draft.setDueOn(dayFromNow(1))}>
          {t('panel.notes.tomorrow')}
        </Button>
        <Button small look="quiet" onClick={() => draft.setDueOn(nextMonday())}>
          {t('panel.notes.nextWeek')}
        </Button>
      </span>
      <Field label={t('resources.note.fields.assigneeId')} error={wrong('assigneeId')}>
        <Combobox
          name={`note/${beside.entity}/${beside.id}`}
          search={searchPeople(beside)}
          value={draft.assignee}
          onChange={draft.setAssignee}
        />
      </Field>
    </div>
  );
};
