import type { ComponentType } from 'react';
import { useTranslate } from 'ra-core';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import type { FieldMeta, Kind } from '../../meta';
import { useFormState } from './FormContext';
import type { KindInputProps } from './KindInputProps';
import { kindInputs } from './kindInputs';
import { useFieldError } from './useFieldError';

/** How a kind is edited; of an object each part is edited by its own. */
export const inputOf = (kind: Kind): ComponentType<KindInputProps> =>
  kind === 'object' ? ObjectInput : kindInputs[kind];

/** A value made of several, each with a label of its own. */
export const ObjectInput = ({ field, source, value, onChange }: KindInputProps) => {
  const parts = asObject(value);
  return (
    <div className="g2 parts">
      {field.fields?.map(part => (
        <PartInput
          key={part.name}
          field={part}
          source={`${source}.${part.name}`}
          value={parts[part.name]}
          onChange={next => onChange(filledParts({ ...parts, [part.name]: next }))}
        />
      ))}
    </div>
  );
};

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** An object with nothing in it is nothing. */
const filledParts = (parts: Record<string, unknown>) =>
  Object.values(parts).every(part => part === null || part === undefined || part === '') ? null : parts;

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
  const error = useFieldError(source, field, value);
  const Input = inputOf(field.kind);
  const label = t(form.labelOf(source.replace(/\[\d+\]/g, '')));
  if (field.kind === 'bool') {
    return (
      <Checkbox
        label={label}
        error={form.errors[source]}
        isOn={value === true}
        isOff={form.isReadOnly}
        onChange={onChange}
      />
    );
  }
  return (
    <Field label={label} error={error} isReadOnly={form.isReadOnly} isRequired={field.required}>
      <Input field={field} source={source} label={label} value={value} onChange={onChange} />
    </Field>
  );
};
