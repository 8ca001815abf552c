import { useEffect, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useErrorTexts } from '../engine/form/useFailureText';
import { HttpError } from '../providers/http';
import { finishSingleSignOn } from '../providers/singleSignOn';
import { Link } from '../router/Link';
import { useNavigate } from '../router/useNavigate';
import { PageMessage } from './PageMessage';
import './public.css';

let running: Promise<string> | undefined;

/** The token can be used once, so a second look at this page joins the first. */
const finish = () => {
  running ??= finishSingleSignOn(location.hash).finally(() => {
    running = undefined;
  });
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
    const known = error instanceof HttpError;
    return (
      <PageMessage
        code={known ? error.status || undefined : 401}
        title={known ? textsOf(error).join(' ') : t('error.badToken')}
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
