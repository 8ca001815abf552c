import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import { EnumInput } from '../../engine/form/EnumInput';
import type { InputProps } from '../../engine/overrideProps';
import { LegalEntitySelect } from '../../ui/LegalEntitySelect';
import { TextInput } from '../../ui/TextInput';
import { derivedKey } from './keys';

const idOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** Who asks: the client on all its projects, or one legal entity. */
export const ScopeInput = (props: InputProps) => {
  const { values, set } = useFormState();
  const choose = (scope: unknown) => {
    set('scope', scope);
    if (scope !== 'legalentity') set('legalEntityId', null);
  };
  return (
    <FieldInput {...props}>
      <EnumInput {...props} label="" value={values['scope']} onChange={choose} />
    </FieldInput>
  );
};

/** The legal entity that asks. A question of the client has none. */
export const EntityInput = (props: InputProps) => {
  const { values, set } = useFormState();
  if (values['scope'] !== 'legalentity') return null;
  const name = values['legalEntityName'];
  return (
    <FieldInput {...props} isNeeded>
      <LegalEntitySelect
        clientId={idOf(values['clientId'])}
        value={idOf(values['legalEntityId'])}
        name={typeof name === 'string' ? name : undefined}
        onChange={id => set('legalEntityId', id)}
      />
    </FieldInput>
  );
};

/** The key; as long as nobody has named the text of the question, its key follows. */
export const KeyInput = (props: InputProps) => {
  const { values, set } = useFormState();
  const key = String(values['key'] ?? '');
  const change = (next: string) => {
    if (!values['labelKey'] || values['labelKey'] === derivedKey(key)) set('labelKey', derivedKey(next));
    set('key', next);
  };
  return (
    <FieldInput {...props}>
      <TextInput isMono value={key} onChange={change} />
    </FieldInput>
  );
};
