import { useTranslate } from 'ra-core';
import { Field } from '../../ui/Field';
import type { FieldMeta } from '../meta';
import { useFormState } from './FormContext';
import { kindInputs } from './kindInputs';

interface Props {
  field: FieldMeta;
  source: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One input inside a value made of several; its error comes by its dotted path. */
export const PartInput = ({ field, source, value, onChange }: Props) => {
  const t = useTranslate();
  const form = useFormState();
  const Input = kindInputs[field.kind];
  const label = t(form.labelOf(source.replace(/\[\d+\]/g, '')));
  return (
    <Field label={label} error={form.errors[source]} isReadOnly={form.isReadOnly} isRequired={field.required}>
      <Input field={field} source={source} label={label} value={value} onChange={onChange} />
    </Field>
  );
};
