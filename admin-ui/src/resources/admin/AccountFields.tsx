import { useTranslate } from 'ra-core';
import { FormWaiting } from '../../engine/form/FormWaiting';
import { useFailureText } from '../../engine/form/useFailureText';
import { useLanguages } from '../../providers/useLanguages';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { TextInput } from '../../ui/TextInput';
import { Deferred } from '../../ui/Deferred';
import { allRoles } from './roles';
import { ScopeFields } from './ScopeFields';
import { TermFields } from './TermFields';
import type { AccountForm } from './useAccountForm';
import '../../engine/form/form.css';

interface Props {
  form: AccountForm;
  isReadOnly: boolean;
}

const lines = ['firstName', 'lastName', 'email'] as const;

/** Who it is, what they may do, and for whom. */
export const AccountFields = ({ form, isReadOnly }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const { languages } = useLanguages(form.values.locale);
  const wrong = (name: string) => {
    const found = form.wrongOf(name);
    return found && say(found.key, found.params);
  };
  const about = (name: string) => ({
    label: t(`resources.admin.fields.${name}`),
    error: wrong(name),
    isChanged: form.changed.includes(name),
    isReadOnly,
  });
  return (
    <Deferred waiting={<FormWaiting />}>
      <div className="g2">
        {lines.map(name => (
          <Field key={name} {...about(name)} isRequired>
            <TextInput
              type={name === 'email' ? 'email' : 'text'}
              value={form.values[name]}
              onChange={text => form.set({ [name]: text })}
            />
          </Field>
        ))}
        <Field {...about('locale')}>
          <Select value={form.values.locale} choices={languages} onChange={locale => form.set({ locale })} />
        </Field>
      </div>
      <Roles form={form} isReadOnly={isReadOnly} />
      <ScopeFields form={form} isReadOnly={isReadOnly} />
      <TermFields form={form} isReadOnly={isReadOnly} />
    </Deferred>
  );
};

const Roles = ({ form, isReadOnly }: Props) => {
  const t = useTranslate();
  const { roles } = form.values;
  const choose = (role: string, isOn: boolean) =>
    form.set({ roles: allRoles.filter(one => (one === role ? isOn : roles.includes(one))) });
  return (
    <fieldset>
      <legend>{t('resources.admin.fields.roles')}</legend>
      {allRoles.map(role => (
        <Checkbox
          key={role}
          label={t(`role.${role}`)}
          hint={t(`panel.staff.may.${role}`)}
          isOn={roles.includes(role)}
          isOff={isReadOnly}
          onChange={isOn => choose(role, isOn)}
        />
      ))}
    </fieldset>
  );
};
