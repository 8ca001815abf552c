import { useState, type FormEvent } from 'react';
import { useTranslate } from 'ra-core';
import { Logo } from '../layout/Logo';
import { SingleSignOn } from '../layout/SingleSignOn';
import { useLanguages } from '../providers/useLanguages';
import { useTitle } from '../layout/useTitle';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { LinkButton } from '../ui/LinkButton';
import { Note } from '../ui/Note';
import { Select } from '../ui/Select';
import { TextInput } from '../ui/TextInput';
import { useSessionContext } from '../providers/context';
import { changeLocale } from '../providers/messages';
import { signIn } from '../providers/sign';
import { useSession } from '../providers/useSession';
import { useSearch } from '../router/useSearch';
import { CodeForm } from './CodeForm';
import { Or } from './Or';
import { PasskeySignIn } from './PasskeySignIn';
import { challengeOf, type Challenge } from '../providers/challenge';
import { passkeyObstacle } from '../providers/passkeys';
import { useRefusal } from './useRefusal';
import './public.css';

/** The sign-in page: a password, the single sign-on, or both, as the service allows. */
export const Login = () => {
  const t = useTranslate();
  useTitle(t('panel.login.title'));
  const { context, isKnown } = useSessionContext();
  const { auth0, isClassicLoginEnabled: isClassic } = context;
  const isSingle = context.isAuth0LoginEnabled && auth0 !== undefined;
  const [query] = useSearch();
  return (
    <main className="public sign-frame" id="main" tabIndex={-1}>
      <div className="sign">
        <h1>
          <Logo isLarge />
        </h1>
        <Ended />
        {isClassic && <PasswordForm passkeyOrigin={context.passkeyOrigin} />}
        {isClassic && isSingle && <Or />}
        {isSingle && <SingleSignOn to={query.get('return')} />}
        {isKnown && !isClassic && !isSingle && <Note tone="warn">{t('panel.login.none')}</Note>}
        <p className="s12 t2 say">{t('panel.login.noAccess')}</p>
      </div>
      <Language />
    </main>
  );
};

/** Why a session is over that somebody was at. */
const Ended = () => {
  const t = useTranslate();
  const session = useSession();
  const ended = session.state === 'out' ? session.ended : undefined;
  return ended ? (
    <Note tone="warn" isNews>
      {t(`panel.login.ended.${ended}`)}
    </Note>
  ) : null;
};

const PasswordForm = ({ passkeyOrigin }: { passkeyOrigin: string }) => {
  const t = useTranslate();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [second, setSecond] = useState<Challenge>();
  const { refusal, refuse, clear } = useRefusal();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || refusal?.isWaiting) return;
    setBusy(true);
    clear();
    await signIn({ username: username.trim(), password }).catch((cause: unknown) => {
      const challenge = challengeOf(cause);
      if (challenge) setSecond(challenge);
      else refuse(cause);
    });
    setBusy(false);
  };
  if (second) {
    return (
      <CodeForm
        challenge={second}
        send={answer => signIn({ username: username.trim(), password, ...answer })}
        onBack={() => setSecond(undefined)}
      />
    );
  }
  return (
    <form className="sign" onSubmit={event => void submit(event)}>
      <Field label={t('panel.login.email')}>
        <TextInput type="email" autoComplete="username" value={username} onChange={setUsername} />
      </Field>
      <Field label={t('panel.login.password')}>
        <span className="pass">
          <TextInput
            type={isOpen ? 'text' : 'password'}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
          <LinkButton aria-pressed={isOpen} aria-label={t('panel.login.showPassword')} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'panel.login.hide' : 'panel.login.show')}
          </LinkButton>
        </span>
      </Field>
      {refusal && (
        <Note tone="bad" isNews>
          {refusal.text}
        </Note>
      )}
      <Button look="primary" type="submit" isBusy={isBusy} refusal={refusal?.isWaiting ? refusal.text : undefined}>
        {t('panel.login.submit')}
      </Button>
      {passkeyObstacle(passkeyOrigin) === undefined && (
        <>
          <Or />
          <PasskeySignIn />
        </>
      )}
    </form>
  );
};

const Language = () => {
  const t = useTranslate();
  const { locale, languages } = useLanguages();
  return (
    <footer>
      <span aria-hidden="true">{t('panel.user.language')}</span>
      <Select
        small
        label={t('panel.user.language')}
        value={locale}
        choices={languages}
        onChange={next => void changeLocale(next).catch(() => undefined)}
      />
    </footer>
  );
};
