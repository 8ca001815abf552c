import { useEffect, useState } from 'react';
import { useTranslate } from 'ra-core';
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
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    finish().then(to => navigate(to, { replace: true }), setError);
  }, [navigate]);
  if (error !== undefined) {
    const message = error instanceof HttpError ? error.message : 'error.badToken';
    return (
      <PageMessage
        code={error instanceof HttpError ? error.status || undefined : 401}
        title={t(message)}
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
