import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { MappingValue } from './MappingValue';
import { RulesInput } from './studio/RulesInput';

/** One field of a mapping: an input of a draft, its value to read of a version that is in use or was. */
export const MappingInput = (props: InputProps) => {
  const { isNew, isReadOnly } = useFormState();
  if (!isNew && isReadOnly) return <MappingValue {...props} />;
  return props.source === 'rules' ? <RulesInput /> : <FieldInput {...props} />;
};
