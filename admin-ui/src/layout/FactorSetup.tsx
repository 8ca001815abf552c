import { useEffect, useState, type FormEvent } from 'react';
import { useTranslate } from 'ra-core';
import type { RecoveryCodes, TOTPSecret } from '../generated/answers';
import { useErrorTexts, useFailureText } from '../engine/form/useFailureText';
import { request } from '../providers/http';
import { HttpError } from '../providers/httpError';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { Note } from '../ui/Note';
import { Skeleton } from '../ui/Skeleton';
import { TextInput } from '../ui/TextInput';

interface Props {
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel?: () => void;
}

/** Shows the secret to an app for codes, and takes the first code of it. */
export const FactorSetup = ({ onConfirmed, onCancel }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const textsOf = useErrorTexts();
  const [secret, setSecret] = useState<TOTPSecret>();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    request<TOTPSecret>('POST', '/api/totp').then(({ data }) => setSecret(data), setError);
  }, []);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await request<RecoveryCodes>('POST', '/api/totp/confirm', { body: { code } }).then(
      ({ data }) => onConfirmed(data.recoveryCodes),
      setError,
    );
    setBusy(false);
  };
  const wrong = error instanceof HttpError ? error.sayingOf('code') : undefined;
  if (!secret)
    return error === undefined ? <Skeleton width={280} /> : <Note tone="bad">{textsOf(error).join(' ')}</Note>;
  return (
    <form className="factor" noValidate onSubmit={event => void confirm(event)}>
      <p>{t('panel.factor.scan')}</p>
      <img className="factor-qr" src={secret.qr} alt={t('panel.factor.qr')} width={232} height={232} />
      <p className="s13">
        {t('panel.factor.typeIn')} <span className="mono factor-key">{secret.secret.match(/.{1,4}/g)?.join(' ')}</span>
      </p>
      {error !== undefined && !wrong && (
        <Note tone="bad" isNews>
          {textsOf(error).join(' ')}
        </Note>
      )}
      <Field label={t('panel.factor.code')} error={wrong && say(wrong.key, wrong.params)}>
        <TextInput inputMode="numeric" autoComplete="one-time-code" value={code} onChange={setCode} />
      </Field>
      <p className="factor-do">
        {onCancel && <Button onClick={onCancel}>{t('panel.modal.cancel')}</Button>}
        <Button
          look="primary"
          type="submit"
          isBusy={isBusy}
          refusal={code.trim() ? undefined : t('panel.factor.empty')}
        >
          {t('panel.factor.confirm')}
        </Button>
      </p>
    </form>
  );
};
