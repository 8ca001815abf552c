import { useEffect, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useErrorTexts } from '../engine/form/useFailureText';
import { HttpError } from '../providers/httpError';
import { Logo } from '../layout/Logo';
import { failureKey, finishSingleSignOn, type Finished } from '../providers/singleSignOn';
import { signInWithIdToken, type SecondStep } from '../providers/sign';
import { Link } from '../router/Link';
import { useNavigate } from '../router/useNavigate';
import { lazyPart } from '../ui/lazyPart';
import { PageMessage } from './PageMessage';
import './public.css';

/** It waits for all texts, as the sign-in does. */
const CodeForm = lazyPart(() => import('./CodeForm').then(m => m.CodeForm));

let running: Promise<Finished> | undefined;

/** The code can be used once, so a second look at this page joins the first, and it does not stay in the address. */
const finish = () => {
  running ??= finishSingleSignOn(location.href).finally(() => {
    running = undefined;
  });
  history.replaceState(history.state, '', location.pathname);
  return running;
};

/**
 * Where the issuer sends the browser back to: it waits for the exchange, then goes on. An account with a second factor is asked for its
 * code before it is linked.
 */
export const SocialCallback = () => {
  const t = useTranslate();
  const textsOf = useErrorTexts();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const [step, setStep] = useState<Finished>();
  const wanted = step?.wanted;
  useEffect(() => {
    finish().then(setStep, setError);
  }, []);
  useEffect(() => {
    if (step && !step.wanted) navigate(step.to, { replace: true });
  }, [step, navigate]);
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
  if (step && wanted) {
    const send = async (code: SecondStep) => {
      await signInWithIdToken(wanted.idToken, code);
      setStep({ to: step.to });
    };
    return (
      <main className="public sign-frame" id="main" tabIndex={-1}>
        <h1>
          <Logo isLarge />
        </h1>
        <p className="say">{t('panel.callback.code')}</p>
        <CodeForm challenge={wanted.challenge} send={send} onBack={() => navigate('/auth/login', { replace: true })} />
      </main>
    );
  }
  return (
    <main className="public" id="main" tabIndex={-1}>
      <div className="spin" role="status" aria-label={t('panel.callback.wait')} />
    </main>
  );
};
