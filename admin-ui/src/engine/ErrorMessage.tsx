import { useTranslate } from 'ra-core';
import { useErrorTexts } from './form/useFailureText';
import { RequestId } from './RequestId';
import { LinkButton } from '../ui/LinkButton';
import { HttpError } from '../providers/httpError';
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
              {t('panel.toast.request')} <RequestId id={known.requestId} isShort />
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

/** Leads to why a permission is missing, what would change it, and who may. */
const Why = ({ missing }: { missing: unknown }) => {
  const t = useTranslate();
  const permission: unknown = Array.isArray(missing) ? missing[0] : undefined;
  return typeof permission === 'string' ? (
    <Link to={`/access?permission=${permission}`}>{t('panel.toast.why')}</Link>
  ) : null;
};

const detailsOf = ({ requestId, status, code, messages }: HttpError) =>
  JSON.stringify({ requestId, status, code, messages, at: new Date().toISOString(), page: location.pathname });
