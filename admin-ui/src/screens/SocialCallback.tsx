import { useEffect, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useErrorTexts } from '../engine/form/useFailureText';
import { HttpError } from '../providers/http';
import { failureKey, finishSingleSignOn } from '../providers/singleSignOn';
import { Link } from '../router/Link';
import { useNavigate } from '../router/useNavigate';
import { PageMessage } from './PageMessage';
import './public.css';

let running: Promise<string> | undefined;

/** The code can be used once, so a second look at this page joins the first, and it does not stay in the address. */
const finish = () => {
  running ??= finishSingleSignOn(location.href).finally(() => {
    running = undefined;
  });
  history.replaceState(history.state, '', location.pathname);
  return running;
};

/** Where the issuer sends the browser back to: it waits for the exchange, then goes on. */
export const SocialCallback = () => {
  const t = useTranslate();
  const textsOf = useErrorTexts();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    finish().then(to => navigate(to, { replace: true }), setError);
  }, [navigate]);
  if (error !== undefined) {
    const key = failureKey(error);
    return (
      <PageMessage
        code={error instanceof HttpError ? error.status || undefined : 401}
        title={key ? t(key) : textsOf(error).join(' ')}
        isPublic
        way={
          <Link to="/auth/login" className="btn primary">
            {t('panel.callback.back')}
          </Link>
        }
      />
    );
  }
  return (
    <main className="public" id="main" tabIndex={-1}>
      <div className="spin" role="status" aria-label={t('panel.callback.wait')} />
    </main>
  );
};
