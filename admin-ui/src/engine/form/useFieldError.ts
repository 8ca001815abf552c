import type { FieldMeta } from '../../meta';
import { boundFailure } from './fieldRules';
import { useFormState } from './FormContext';
import { useFailureText } from './useFailureText';

/** What is wrong with a field: what the last check found, or the bound that its number is beyond as one types. */
export const useFieldError = (source: string, field: FieldMeta, value: unknown) => {
  const { errors } = useFormState();
  const say = useFailureText();
  const failure = boundFailure(field, value);
  return errors[source] ?? (failure && say(failure.key, failure.params));
};
