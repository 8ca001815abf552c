import { fieldLabel, fieldOf, valuesToday, type ResourceMeta } from '../../meta';
import type { Values } from './changes';
import { useFormStart, useStoreDraft } from './useDraft';
import { useFormValues, type FormValues } from './useFormValues';

export type RecordForm = ReturnType<typeof useRecordForm>;

/** The fields of a resource's form. */
export const formFields = (meta: ResourceMeta) =>
  meta.form.flatMap(section => section.fields.flatMap(name => fieldOf(meta, name) ?? []));

interface How {
  /** The record was deleted since. */
  isGone?: boolean;
  /** What a new record starts with because of where it is made, such as the project it belongs to. */
  prefilled?: Values;
}

/** The form of a record: it begins with what was left unsaved, and keeps as a draft what is not saved yet. */
export const useRecordForm = (
  meta: ResourceMeta,
  record: Values,
  id: string,
  { isGone = false, prefilled }: How = {},
) => {
  const { draft, restored, start, forget } = useFormStart(record, {
    resource: meta.name,
    id,
    today: values => valuesToday(meta, values),
    isGone,
  });
  const begun = prefilled ? { ...start, values: { ...start.values, ...prefilled } } : start;
  const form = useFormValues(formFields(meta), begun, meta.checks);
  useStoreDraft(draft, form);
  return {
    ...form,
    dropDraft: () => draft.drop(),
    /** When what was left unsaved was left. */
    restoredAt: restored?.at,
    /** Gives up what was left unsaved. */
    startAgain: () => {
      forget();
      form.reset({ base: record, values: { ...record, ...prefilled } });
    },
    /** Goes on from the record as it was saved, with nothing changed. */
    startOver: (saved: Values) => form.reset({ base: saved, values: saved }),
    /** Goes on from the record as it is stored now, with what was changed here. */
    moveTo: (fresh: Values) => {
      const mine = Object.fromEntries(form.changed.map(name => [name, form.values[name]]));
      form.reset({ base: fresh, values: { ...fresh, ...mine } });
    },
  };
};

/** The same form as its inputs see it. */
export const formState = (meta: ResourceMeta, form: FormValues, how: { isNew: boolean; isReadOnly: boolean }) => ({
  ...form,
  ...how,
  meta,
  labelOf: (field: string) => fieldLabel(meta, field),
  changed: new Set(form.changed),
});
