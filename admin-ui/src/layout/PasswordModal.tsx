import { useId, useState } from 'react';
import { useLogout, useNotify, useTranslate } from 'ra-core';
import { Controller, useForm, type FieldPath } from 'react-hook-form';
import { Button } from '../ui/Button';
import { DiscardDialog } from '../ui/DiscardDialog';
import { Field } from '../ui/Field';
import { ModalFrame } from '../ui/ModalFrame';
import { firstFailure, rules, type Rule } from '../ui/rules';
import { TextInput } from '../ui/TextInput';
import { request } from '../providers/http';
import { HttpError } from '../providers/httpError';
import { useFailureText } from '../engine/form/useFailureText';
import { useErrorToast } from '../engine/useErrorToast';
import './password.css';

const toastFor = 5_000;
const shortest = 12;

interface Values {
  oldPassword: string;
  password: string;
  passwordConfirm: string;
}

const fields: { name: FieldPath<Values>; rules: Rule[]; autoComplete: string }[] = [
  { name: 'oldPassword', rules: [rules.required()], autoComplete: 'current-password' },
  { name: 'password', rules: [rules.required(), rules.min(shortest)], autoComplete: 'new-password' },
  { name: 'passwordConfirm', rules: [rules.required(), rules.confirmed('password')], autoComplete: 'new-password' },
];

interface Props {
  /** Absent when the password must be changed before anything else. */
  onClose?: () => void;
}

/** Changes one's own password and, when the message has been read, signs out. */
export const PasswordModal = ({ onClose }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const notify = useNotify();
  const logout = useLogout();
  const showError = useErrorToast();
  const id = useId();
  const [isDone, setDone] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const form = useForm<Values>({ defaultValues: { oldPassword: '', password: '', passwordConfirm: '' } });
  const typed = Object.keys(form.formState.dirtyFields).length;
  const leave = onClose && !isDone ? () => (typed > 0 ? setAsking(true) : onClose()) : undefined;

  const save = async (values: Values) => {
    try {
      await request('PUT', '/api/admin/resetPassword', { body: values });
    } catch (error) {
      const wrong = wrongFields(error);
      for (const { name, key, params } of wrong) form.setError(name, { message: say(key, params) });
      if (wrong[0]) form.setFocus(wrong[0].name);
      else showError(error, { retry: () => void save(values) });
      return;
    }
    setDone(true);
    notify('password.changed', { type: 'success', autoHideDuration: toastFor });
    setTimeout(() => void logout(), toastFor);
  };

  const validate = (list: Rule[]) => (value: string, values: Values) => {
    const failure = firstFailure(list, value, { values: { ...values } });
    return failure ? say(failure.key, failure.params) : true;
  };

  const footer = (
    <>
      <span className="note-l grow">{t(onClose ? 'panel.password.note' : 'panel.password.forced')}</span>
      {leave && <Button onClick={leave}>{t('panel.modal.cancel')}</Button>}
      <Button look="primary" type="submit" form={id} isBusy={form.formState.isSubmitting || isDone}>
        {t('panel.password.save')}
      </Button>
    </>
  );
  return (
    <>
      <ModalFrame title={t('panel.password.title')} size="narrow" footer={footer} {...(leave && { onClose: leave })}>
        <form id={id} className="pass-form" noValidate onSubmit={event => void form.handleSubmit(save)(event)}>
          {fields.map(({ name, rules: list, autoComplete }) => (
            <Controller
              key={name}
              name={name}
              control={form.control}
              rules={{ validate: validate(list) }}
              render={({ field, fieldState }) => (
                <Field
                  label={t(`panel.password.${name}`)}
                  hint={name === 'password' ? t('panel.password.hint') : undefined}
                  error={fieldState.error?.message}
                  isRequired
                >
                  <TextInput {...field} type="password" autoComplete={autoComplete} />
                </Field>
              )}
            />
          ))}
        </form>
      </ModalFrame>
      {isAsking && onClose && <DiscardDialog count={typed} onDiscard={onClose} onKeep={() => setAsking(false)} />}
    </>
  );
};

/** The fields the service refuses, each with the first thing that is wrong. */
const wrongFields = (error: unknown) => {
  if (!(error instanceof HttpError)) return [];
  return fields.flatMap(({ name }) => {
    const found = error.sayingOf(name);
    return found ? [{ name, ...found }] : [];
  });
};
