import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';

/** The field of the profile that an answer starts with, asked for while the flag is set. */
export const PrefillInput = (props: InputProps) => {
  const { values } = useFormState();
  const flags = values['flags'];
  const isOn = typeof flags === 'object' && flags !== null && 'prefilled' in flags && flags.prefilled === true;
  return isOn ? <FieldInput {...props} isNeeded /> : null;
};
