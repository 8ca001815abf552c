import { useContext, type ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { hintLabel, type FieldMeta, type Kind } from '../../meta';
import { useFormState } from './FormContext';
import { ManyInput } from './ManyInput';
import { inputOf } from './ObjectInput';
import { SectionTitle } from './SectionTitle';
import { useFieldError } from './useFieldError';
import { textIfAny } from '../../providers/textIfAny';

/** Kinds that need the whole width of the form. */
const wide = new Set<Kind>(['longtext', 'html', 'json', 'object']);

interface Props {
  source: string;
  field: FieldMeta;
  /** Why it cannot be edited, when the metadata does not know. */
  locked?: string | undefined;
  hint?: string | undefined;
  isWide?: boolean;
  /** Whether it must be filled as things stand, when the metadata does not know. */
  isNeeded?: boolean;
  /** An input of one's own in place of that of the kind. */
  children?: ReactNode;
}

/** One field of a form: label, input, hint or error, and the mark of a change. */
export const FieldInput = ({ source, field, locked, hint, isWide, isNeeded, children }: Props) => {
  const t = useTranslate();
  const form = useFormState();
  const label = t(form.labelOf(field.name));
  const title = useContext(SectionTitle);
  const help = hint ?? textIfAny(t, [hintLabel(form.meta, field.name)]);
  const isReadOnly = form.isReadOnly || field.readOnly === true || (field.createOnly === true && !form.isNew);
  const error = useFieldError(source, field, form.values[field.name]);
  const change = (value: unknown) => form.set(field.name, value);
  if (field.kind === 'bool') {
    return (
      <Checkbox
        label={label}
        hint={locked ?? help}
        error={form.errors[source]}
        isOn={form.values[field.name] === true}
        isOff={isReadOnly || locked !== undefined}
        isChanged={form.changed.has(field.name) && !form.isNew}
        onChange={change}
      />
    );
  }
  const Input = field.many ? ManyInput : inputOf(field.kind);
  // What draws several values as one says what is wrong with any of them.
  const inItem = children ? Object.keys(form.errors).find(path => path.startsWith(`${source}[`)) : undefined;
  return (
    <Field
      label={label}
      isSilent={field.kind === 'object' && label === title}
      hint={help}
      error={error ?? (inItem && form.errors[inItem])}
      locked={locked}
      isReadOnly={isReadOnly}
      isRequired={isNeeded ?? field.required}
      isChanged={form.changed.has(field.name) && !form.isNew}
      isWide={
        isWide ?? (wide.has(field.kind) || field.many === true || (field.kind !== 'email' && (field.max ?? 0) >= 200))
      }
    >
      {children ?? (
        <Input field={field} source={source} label={label} value={form.values[field.name]} onChange={change} />
      )}
    </Field>
  );
};
