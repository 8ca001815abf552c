import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslate } from 'ra-core';
import { useErrorTexts, useFailureText } from '../engine/form/useFailureText';
import { HttpError } from '../providers/httpError';
import { passkeyFailure } from '../providers/passkeys';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { Note } from '../ui/Note';
import { TextInput } from '../ui/TextInput';

interface Props {
  /** The key of what the button says. */
  submit: string;
  name?: string;
  save: (name: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the name of a passkey, before it is made or in place of the one it has. */
export const PasskeyNameForm = ({ submit, name: first = '', save, onCancel }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const textsOf = useErrorTexts();
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  const [name, setName] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !name.trim()) return;
    setBusy(true);
    setError(undefined);
    await save(name.trim()).catch(setError);
    setBusy(false);
  };
  const wrong = error instanceof HttpError ? error.sayingOf('name') : undefined;
  const credential = error instanceof HttpError ? error.sayingOf('credential') : undefined;
  const reason = () => {
    if (error === undefined || wrong) return undefined;
    if (credential) return say(credential.key, credential.params);
    const key = passkeyFailure(error);
    return key ? t(key) : textsOf(error).join(' ');
  };
  const text = reason();
  return (
    <form className="factor" noValidate onSubmit={event => void send(event)}>
      <Field
        label={t('panel.passkey.name')}
        hint={t('panel.passkey.nameHint')}
        error={wrong && say(wrong.key, wrong.params)}
      >
        <TextInput ref={input} autoComplete="off" value={name} onChange={setName} />
      </Field>
      {text && (
        <Note tone="bad" isNews>
          {text}
        </Note>
      )}
      <p className="factor-do">
        <Button onClick={onCancel}>{t('panel.modal.cancel')}</Button>
        <Button
          look="primary"
          type="submit"
          isBusy={isBusy}
          refusal={name.trim() ? undefined : t('panel.passkey.nameEmpty')}
        >
          {t(submit)}
        </Button>
      </p>
    </form>
  );
};
