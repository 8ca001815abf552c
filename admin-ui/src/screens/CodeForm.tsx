import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslate } from 'ra-core';
import { HttpError } from '../providers/http';
import type { SecondStep } from '../providers/sign';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { LinkButton } from '../ui/LinkButton';
import { Note } from '../ui/Note';
import { TextInput } from '../ui/TextInput';
import { challengeOf } from '../providers/challenge';
import { useRefusal } from './useRefusal';

interface Props {
  /** What the first step was answered with. */
  challenge: string;
  /** Sends the first step once more, with a code. */
  send: (second: SecondStep) => Promise<void>;
  onBack: () => void;
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export const CodeForm = ({ challenge: first, send, onBack }: Props) => {
  const t = useTranslate();
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  const [challenge, setChallenge] = useState(first);
  const [said, say] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { refusal, refuse, clear } = useRefusal();
  const failed = (cause: unknown) => {
    const next = challengeOf(cause);
    if (next) setChallenge(next);
    if (next) say(t('panel.login.codeLate'));
    else if (cause instanceof HttpError && cause.code === 'BAD_CREDENTIALS') say(t('panel.login.codeWrong'));
    else refuse(cause);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || refusal?.isWaiting) return;
    setBusy(true);
    clear();
    say('');
    await send({ challenge, code: code.trim() }).catch(failed);
    setBusy(false);
  };
  const text = refusal?.text ?? said;
  return (
    <form className="sign" onSubmit={event => void submit(event)}>
      <Field label={t('panel.login.code')} hint={t('panel.login.codeHint')}>
        <TextInput ref={input} autoComplete="one-time-code" value={code} onChange={setCode} />
      </Field>
      {text && (
        <Note tone="bad" isNews>
          {text}
        </Note>
      )}
      <Button look="primary" type="submit" isBusy={isBusy} refusal={refusal?.isWaiting ? refusal.text : undefined}>
        {t('panel.login.submit')}
      </Button>
      <LinkButton onClick={onBack}>{t('panel.login.codeBack')}</LinkButton>
    </form>
  );
};
