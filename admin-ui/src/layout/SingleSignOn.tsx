import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useErrorTexts } from '../engine/form/useFailureText';
import { Button } from '../ui/Button';
import { Note } from '../ui/Note';

interface Props {
  /** Where to go on afterwards. */
  to: string | null;
  /** Proves who is signed in instead of signing in. */
  isProof?: boolean;
}

/** The way to the issuer, whose code is loaded by whoever takes it. */
export const SingleSignOn = ({ to, isProof = false }: Props) => {
  const t = useTranslate();
  const textsOf = useErrorTexts();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const start = async () => {
    setBusy(true);
    setRefusal('');
    const ways = await import('../providers/singleSignOn').catch(() => undefined);
    const error = ways ? await ways.startSingleSignOn(to, isProof).catch((cause: unknown) => cause) : new TypeError();
    if (error === undefined) return; // the browser is leaving
    const key = ways ? ways.failureKey(error) : 'panel.callback.unreachable';
    setRefusal(key ? t(key) : textsOf(error).join(' '));
    setBusy(false);
  };
  return (
    <>
      {refusal && (
        <Note tone="bad" isNews>
          {refusal}
        </Note>
      )}
      <Button icon="lock" isBusy={isBusy} onClick={() => void start()}>
        {t('panel.login.single')}
      </Button>
    </>
  );
};
