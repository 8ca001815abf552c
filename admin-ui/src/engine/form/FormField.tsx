import type { FieldMeta } from '../../meta';
import { useOverride } from '../override';
import { isRequiredNow } from './checkRules';
import { FieldInput } from './FieldInput';
import { useFormState } from './FormContext';
import { isReadable, ReadValue } from './ReadValue';

interface Props {
  field: FieldMeta;
}

/** One field of a form by the input that the resource has for it, or else that of its kind. */
export const FormField = ({ field }: Props) => {
  const { meta, isReadOnly, base, values } = useFormState();
  const { inputs } = useOverride(meta.name);
  const Input = inputs?.[field.name] ?? (isReadOnly && isReadable(field, base) ? ReadValue : FieldInput);
  const required = field.required === true || isRequiredNow(meta.checks ?? [], field.name, values);
  return <Input source={field.name} field={required ? { ...field, required } : field} />;
};
