import { useTranslate } from 'ra-core';
import { useErrorTexts } from './form/useFailureText';
import { LinkButton } from '../ui/LinkButton';
import { HttpError } from '../providers/http';
import { currentSession } from '../providers/session';
import { Link } from '../router/Link';

interface Props {
  error: unknown;
  retry?: (() => void) | undefined;
  say?: string | undefined;
}

/** A failure in the words of the service, with the id under which it was logged. */
export const ErrorMessage = ({ error, retry, say }: Props) => {
  const t = useTranslate();
  const known = error instanceof HttpError ? error : undefined;
  const textsOf = useErrorTexts();
  const texts = say ? [t(say)] : textsOf(error);
  return (
    <>
      {texts.length > 1 ? (
        <ul className="toast-list">
          {texts.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <p>{texts[0]}</p>
      )}
      {(known?.requestId || retry) && (
        <p className="toast-more">
          {known?.requestId && (
            <span className="t2">
              {t('panel.toast.request')} <RequestId id={known.requestId} />
            </span>
          )}
          {known?.requestId && (
            <LinkButton onClick={() => void navigator.clipboard.writeText(detailsOf(known))}>
              {t('panel.toast.copy')}
            </LinkButton>
          )}
          {known?.code === 'FORBIDDEN' && <Why missing={known.details['missing']} />}
          {retry && <LinkButton onClick={retry}>{t('panel.toast.retry')}</LinkButton>}
        </p>
      )}
    </>
  );
};

/** The beginning of an id, which leads whoever may read it to all that is known of the request. */
const RequestId = ({ id }: { id: string }) => {
  const short = <span className="mono s12">{id.slice(0, 8)}</span>;
  return mayReadSupport() ? <Link to={`/support/${id}`}>{short}</Link> : short;
};

/** Leads to why a permission is missing, what would change it, and who may. */
const Why = ({ missing }: { missing: unknown }) => {
  const t = useTranslate();
  const permission: unknown = Array.isArray(missing) ? missing[0] : undefined;
  return typeof permission === 'string' ? (
    <Link to={`/access?permission=${permission}`}>{t('panel.toast.why')}</Link>
  ) : null;
};

/** Asks the session, since a message stands outside of what knows the metadata. */
const mayReadSupport = () => {
  const session = currentSession();
  return session.state === 'in' && session.claims.internal.permissions.includes('audit.read');
};

const detailsOf = ({ requestId, status, code, messages }: HttpError) =>
  JSON.stringify({ requestId, status, code, messages, at: new Date().toISOString(), page: location.pathname });
