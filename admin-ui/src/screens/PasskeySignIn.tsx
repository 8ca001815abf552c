import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { passkeyFailure, signInWithPasskey } from '../providers/passkeys';
import { Button } from '../ui/Button';
import { Note } from '../ui/Note';
import { useRefusal } from './useRefusal';

/** Signs in with a passkey alone: the browser asks which one, and unlocks it. */
export const PasskeySignIn = () => {
  const t = useTranslate();
  const { refusal, refuse, clear } = useRefusal();
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    clear();
    setMessage('');
    await signInWithPasskey().catch((cause: unknown) => {
      const key = passkeyFailure(cause);
      if (key) setMessage(t(key));
      else refuse(cause);
    });
    setBusy(false);
  };
  const text = refusal?.text ?? message;
  return (
    <>
      {text && (
        <Note tone="bad" isNews>
          {text}
        </Note>
      )}
      <Button
        icon="key"
        isBusy={isBusy}
        refusal={refusal?.isWaiting ? refusal.text : undefined}
        onClick={() => void start()}
      >
        {t('panel.passkey.signIn')}
      </Button>
    </>
  );
};
