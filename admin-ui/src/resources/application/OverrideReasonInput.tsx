import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/override';

/** Why the rate may lie outside of the project's limits; asked for once it shall. */
export const OverrideReasonInput = (props: InputProps) => {
  const { values } = useFormState();
  return values['rateOverride'] === true ? <FieldInput {...props} /> : null;
};
