import { useMemo, useState } from 'react';
import type { Values } from '../../form/changes';
import { useFormValues } from '../../form/useFormValues';
import { inputLabel, useResourceMeta } from '../../../meta';
import type { ActionMeta } from '../../../meta';

const noValues: Values = {};
const noInput: [] = [];

/** What an action on many records is asked with, and the form that asks for it. */
export const useBulkInput = (action: ActionMeta, initial = noValues) => {
  const meta = useResourceMeta();
  const fields = action.input ?? noInput;
  const [start] = useState(() => ({ base: {}, values: initial }));
  const form = useFormValues(fields, start);
  const isComplete = fields.every(field => !field.required || hasValue(form.values[field.name]));
  const state = useMemo(
    () => ({
      ...form,
      changed: new Set(form.changed),
      meta,
      labelOf: (field: string) => inputLabel(meta, action.name, field),
      isNew: true,
      isReadOnly: false,
    }),
    [form, meta, action.name],
  );
  return { fields, values: form.values, isComplete, state };
};

const hasValue = (value: unknown) => value !== undefined && value !== null && value !== '';
