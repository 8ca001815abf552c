import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { PlanButton } from '../../engine/planned/PlanButton';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { LinkButton } from '../../ui/LinkButton';
import { TextInput } from '../../ui/TextInput';
import { isSameValue, savedValue, type Setting, settingsKey, type Value } from './calls';
import { useSaveSetting } from './useSaveSetting';

interface Props {
  setting: Setting;
  isReadOnly: boolean;
}

/** One setting with its input. It is saved by itself. */
export const SettingLine = ({ setting, isReadOnly }: Props) => {
  const t = useTranslate();
  const [draft, setDraft] = useState<Value>(); // undefined while it is as stored
  const { save, isBusy, wrong } = useSaveSetting(settingsKey(), () => setDraft(undefined));
  const value = draft ?? setting.value;
  const isChanged = !isSameValue(value, setting.value);
  return (
    <form
      className="set"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (isChanged) save(setting, savedValue(value));
      }}
    >
      <Input setting={setting} value={value} isReadOnly={isReadOnly} error={wrong} onChange={setDraft} />
      {!isReadOnly && (
        <p className="set-act">
          <Button
            small
            type="submit"
            look={isChanged ? 'primary' : 'secondary'}
            isBusy={isBusy}
            refusal={isChanged ? undefined : t('setting.unchanged')}
          >
            {t('setting.save')}
          </Button>
          {isChanged && (
            <PlanButton
              small
              call={{
                method: 'PUT',
                path: `/api/setting/${encodeURIComponent(setting.key)}`,
                body: { value: savedValue(value) },
              }}
              onPlanned={() => setDraft(undefined)}
            />
          )}
          {!isSameValue(value, setting.default) && (
            <LinkButton onClick={() => setDraft(setting.default)}>{t('setting.reset')}</LinkButton>
          )}
        </p>
      )}
    </form>
  );
};

interface InputProps {
  setting: Setting;
  value: Value;
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (value: Value) => void;
}

const Input = ({ setting, value, isReadOnly, error, onChange }: InputProps) => {
  const t = useTranslate();
  const label = t(`setting.${setting.key}.label`);
  const hint = t(`setting.${setting.key}.hint`);
  if (typeof value === 'boolean') {
    return (
      <Checkbox isSwitch label={label} hint={hint} error={error} isOn={value} isOff={isReadOnly} onChange={onChange} />
    );
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      isReadOnly={isReadOnly}
      isChanged={!isSameValue(value, setting.value)}
    >
      {Array.isArray(value) ? (
        <TextInput rows={3} value={value.join('\n')} onChange={text => onChange(text.split('\n'))} />
      ) : (
        <TextInput value={value ?? ''} onChange={onChange} />
      )}
    </Field>
  );
};
