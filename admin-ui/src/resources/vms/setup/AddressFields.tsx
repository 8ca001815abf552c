import { useTranslate } from 'ra-core';
import { useFailureText } from '../../../engine/form/useFailureText';
import { HttpError } from '../../../providers/httpError';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Select';
import { TextInput } from '../../../ui/TextInput';
import { named, type Address, type Auth } from './newConnection';

interface Props {
  address: Address;
  /** Why the service refused them. */
  error: Error | null;
  onChange: (parts: Partial<Address>) => void;
}

const ways: readonly Auth[] = ['NONE', 'BASIC', 'BEARER', 'HEADER'];

/** The address of a VMS and how the service signs in there. */
export const AddressFields = ({ address, error, onChange }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const { baseUrl, auth, authName, secret } = address;
  const label = (name: string) => t(`resources.vmsConnection.fields.${name}`);
  const wrong = (name: string) => {
    const saying = error instanceof HttpError ? error.sayingOf(name) : undefined;
    return saying && say(saying.key, saying.params);
  };
  return (
    <>
      <Field label={label('baseUrl')} hint={t('panel.vms.setup.address.hint')} error={wrong('baseUrl')} isRequired>
        <TextInput type="url" value={baseUrl} onChange={text => onChange({ baseUrl: text })} />
      </Field>
      <Field label={label('auth')}>
        <Select
          value={auth}
          choices={ways.map(value => ({ value, label: t(`enum.vmsAuth.${value}`) }))}
          onChange={value => onChange({ auth: ways.find(one => one === value) ?? 'BEARER' })}
        />
      </Field>
      {named.includes(auth) && (
        <Field
          label={t(`panel.vms.setup.address.${auth === 'BASIC' ? 'user' : 'header'}`)}
          error={wrong('authName')}
          isRequired
        >
          <TextInput value={authName} onChange={text => onChange({ authName: text })} />
        </Field>
      )}
      {auth !== 'NONE' && (
        <Field label={label('secret')} error={wrong('secret')} isRequired>
          <TextInput type="password" autoComplete="off" value={secret} onChange={text => onChange({ secret: text })} />
        </Field>
      )}
    </>
  );
};
