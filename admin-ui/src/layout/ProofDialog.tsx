import { useId, useState, type FormEvent } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { ModalFrame } from '../ui/ModalFrame';
import { TextInput } from '../ui/TextInput';
import { useErrorTexts, useFailureText } from '../engine/form/useFailureText';
import { request } from '../providers/http';
import { HttpError } from '../providers/httpError';
import { useSession } from '../providers/useSession';
import { SingleSignOn } from './SingleSignOn';
import './password.css';

interface Props {
  onClose: (isProved: boolean) => void;
}

/** Asks who is there before something that matters: for the password, or for a fresh single sign-on. */
export const ProofDialog = ({ onClose }: Props) => {
  const t = useTranslate();
  const session = useSession();
  const id = useId();
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const wrong = useWrong(error);
  const isSingle = session.state === 'in' && session.claims.login === 'AUTH0';

  const prove = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const refused = await request('POST', '/api/session/proof', { body: { password } }).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    setBusy(false);
    if (refused === undefined) onClose(true);
    else setError(refused);
  };

  const footer = (
    <>
      <Button onClick={() => onClose(false)}>{t('panel.modal.cancel')}</Button>
      {!isSingle && (
        <Button
          look="primary"
          type="submit"
          form={id}
          isBusy={isBusy}
          refusal={password ? undefined : t('panel.proof.empty')}
        >
          {t('panel.proof.go')}
        </Button>
      )}
    </>
  );
  return (
    <ModalFrame title={t('panel.proof.title')} size="narrow" footer={footer} onClose={() => onClose(false)}>
      <form id={id} className="pass-form" noValidate onSubmit={event => void prove(event)}>
        <p>{t(isSingle ? 'panel.proof.single' : 'panel.proof.why')}</p>
        {isSingle ? (
          <SingleSignOn to={`${location.pathname}${location.search}`} isProof />
        ) : (
          <Field label={t('panel.login.password')} hint={t('panel.proof.note')} error={wrong}>
            <TextInput type="password" autoComplete="current-password" value={password} onChange={setPassword} />
          </Field>
        )}
      </form>
    </ModalFrame>
  );
};

/** What is wrong with the password, or why nobody could tell. */
const useWrong = (error: unknown) => {
  const say = useFailureText();
  const textsOf = useErrorTexts();
  if (error === undefined) return undefined;
  const found = error instanceof HttpError ? error.sayingOf('password') : undefined;
  return found ? say(found.key, found.params) : textsOf(error).join(' ');
};
