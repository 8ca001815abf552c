import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslate } from 'ra-core';
import { HttpError } from '../providers/httpError';
import { isAnswerable, passkeyFailure, answerByPasskey } from '../providers/passkeys';
import type { SecondStep } from '../providers/sign';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { LinkButton } from '../ui/LinkButton';
import { Note } from '../ui/Note';
import { TextInput } from '../ui/TextInput';
import { challengeOf, type Challenge } from '../providers/challenge';
import { Or } from './Or';
import { useRefusal } from './useRefusal';

interface Props {
  /** What the first step was answered with. */
  challenge: Challenge;
  /** Sends the first step once more, with what answers the challenge. */
  send: (second: SecondStep) => Promise<void>;
  onBack: () => void;
}

/** The second step of a sign-in: a passkey where there is one, a code of the app, or a recovery code. */
export const CodeForm = ({ challenge: first, send, onBack }: Props) => {
  const t = useTranslate();
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  const [{ challenge, passkey }, setChallenge] = useState(first);
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState<'code' | 'passkey'>();
  const { refusal, refuse, clear } = useRefusal();
  const isWaiting = refusal?.isWaiting === true;
  const run = async (way: 'code' | 'passkey', work: () => Promise<void>, failed: (cause: unknown) => unknown) => {
    if (busy || isWaiting) return;
    setBusy(way);
    clear();
    setMessage('');
    await work().catch(failed);
    setBusy(undefined);
  };
  const codeFailed = (cause: unknown) => {
    const next = challengeOf(cause);
    if (next) setChallenge(next);
    if (next) setMessage(t('panel.login.codeLate'));
    else if (cause instanceof HttpError && cause.code === 'BAD_CREDENTIALS') setMessage(t('panel.login.codeWrong'));
    else refuse(cause);
  };
  /** A passkey answers each challenge once, so another one is asked for. */
  const renew = () =>
    send({ challenge: '' }).catch((cause: unknown) => {
      const next = challengeOf(cause);
      if (next) setChallenge(next);
      else refuse(cause);
    });
  const passkeyFailed = (cause: unknown) => {
    const next = challengeOf(cause);
    const key = passkeyFailure(cause);
    if (next) setChallenge(next);
    if (next) setMessage(t('panel.passkey.tooLate'));
    else if (key) setMessage(t(key));
    else refuse(cause);
    return cause instanceof HttpError && key ? renew() : undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    return run('code', () => send({ challenge, code: code.trim() }), codeFailed);
  };
  const signByPasskey = (options: PublicKeyCredentialRequestOptionsJSON) =>
    run('passkey', async () => send({ challenge, passkey: await answerByPasskey(options) }), passkeyFailed);
  const text = refusal?.text ?? message;
  const delay = isWaiting ? refusal.text : undefined;
  return (
    <form className="sign" onSubmit={event => void submit(event)}>
      {passkey && isAnswerable(passkey) && (
        <>
          <Button icon="key" isBusy={busy === 'passkey'} refusal={delay} onClick={() => void signByPasskey(passkey)}>
            {t('panel.passkey.use')}
          </Button>
          <Or />
        </>
      )}
      <Field label={t('panel.login.code')} hint={t('panel.login.codeHint')}>
        <TextInput ref={input} autoComplete="one-time-code" value={code} onChange={setCode} />
      </Field>
      {text && (
        <Note tone="bad" isNews>
          {text}
        </Note>
      )}
      <Button look="primary" type="submit" isBusy={busy === 'code'} refusal={delay}>
        {t('panel.login.submit')}
      </Button>
      <LinkButton onClick={onBack}>{t('panel.login.codeBack')}</LinkButton>
    </form>
  );
};
