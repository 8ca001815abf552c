import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import type { SignedInUser } from '../generated/answers';
import { useErrorToast } from '../engine/useErrorToast';
import { request } from '../providers/http';
import { Button } from '../ui/Button';
import { Note } from '../ui/Note';

interface Props {
  user: SignedInUser;
  onSetup: () => void;
  onEnded: () => Promise<void>;
}

/** The app for codes of whoever is signed in, and the recovery codes that are left of a second factor. */
export const FactorApp = ({ user, onSetup, onEnded }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const showError = useErrorToast();
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    await request('DELETE', '/api/totp').then(
      () => notify('panel.factor.ended', { type: 'success' }),
      (error: unknown) => showError(error, { retry: () => void end() }),
    );
    setBusy(false);
    await onEnded();
  };
  const left = user.recoveryCodes;
  return (
    <section className="factor" aria-label={t('panel.factor.app')}>
      {user.secondFactor && (
        <Note tone={left < 3 ? 'warn' : 'accent'}>{t('panel.factor.left', { smart_count: left })}</Note>
      )}
      <h3>{t('panel.factor.app')}</h3>
      <p>{t(user.codeApp ? 'panel.factor.on' : 'panel.factor.off')}</p>
      <p className="factor-do">
        {user.codeApp && (
          <Button look="danger" isBusy={isBusy} onClick={() => void end()}>
            {t('panel.factor.end')}
          </Button>
        )}
        <Button look={user.codeApp ? 'secondary' : 'primary'} onClick={onSetup}>
          {t(user.codeApp ? 'panel.factor.again' : 'panel.factor.setUp')}
        </Button>
      </p>
    </section>
  );
};
