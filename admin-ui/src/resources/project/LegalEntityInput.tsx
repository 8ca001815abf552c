import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { LegalEntitySelect } from '../../ui/LegalEntitySelect';

const idOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** A legal entity of the client chosen above. */
export const LegalEntityInput = (props: InputProps) => {
  const { values, set } = useFormState();
  const name = values['legalEntityName'];
  return (
    <FieldInput {...props}>
      <LegalEntitySelect
        clientId={idOf(values['clientId'])}
        value={idOf(values['legalEntityId'])}
        name={typeof name === 'string' ? name : undefined}
        onChange={id => set('legalEntityId', id)}
      />
    </FieldInput>
  );
};
