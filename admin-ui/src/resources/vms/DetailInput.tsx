import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { Line } from '../../ui/Line';
import { useDetailText } from './useDetailText';

/** The same in the dialog of a message. */
export const DetailInput = ({ source, field }: InputProps) => {
  const say = useDetailText();
  const { base } = useFormState();
  return (
    <FieldInput source={source} field={field}>
      <Line value={say(String(base[source] ?? ''))} />
    </FieldInput>
  );
};
