import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { FieldContext } from '../../ui/FieldContext';
import { Field } from '../../ui/Field';
import { ManyInput } from '../../engine/form/ManyInput';
import { PartInput } from '../../engine/form/ObjectInput';
import type { InputProps } from '../../engine/overrideProps';
import { pairOf, useTypes } from './types';

/** The limits of an answer: those that belong to its type and input, and the types of files where some come along. */
export const ValidationInput = ({ field, source }: InputProps) => {
  const t = useTranslate();
  const { values, set, errors, isReadOnly } = useFormState();
  const { pairs } = useTypes();
  const settings = objectOf(values['validation']);
  const hasFiles = objectOf(values['flags'])['jobSeekerUpload'] === true;
  const names = [...(pairOf(pairs, values)?.settings ?? []), ...(hasFiles ? ['fileTypes'] : [])];
  const parts = names.flatMap(name => field.fields?.find(part => part.name === name) ?? []);
  if (parts.length === 0) return null;
  const change = (name: string, value: unknown) => set('validation', { ...settings, [name]: value });
  return (
    <fieldset className="w2 g2 parts q-limits" aria-label={t('resources.question.fields.validation')}>
      {parts.map(part => {
        const at = `${source}.${part.name}`;
        const label = t(`resources.question.fields.${at}`);
        const props = { field: part, source: at, label, value: settings[part.name] };
        if (!part.many) return <PartInput key={at} {...props} onChange={value => change(part.name, value)} />;
        const list = part.kind === 'currency' ? { ...part, kind: 'enum' as const, enum: 'currency' } : part;
        return (
          <Field key={at} label={label} error={errors[at]} isReadOnly={isReadOnly} isWide>
            <FieldContext value={undefined}>
              <ManyInput {...props} field={list} onChange={value => change(part.name, value)} />
            </FieldContext>
          </Field>
        );
      })}
    </fieldset>
  );
};

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
