import { useTranslate } from 'ra-core';
import { useErrorTexts } from '../engine/form/useFailureText';
import { RequestId } from '../engine/RequestId';
import { LinkButton } from '../ui/LinkButton';
import { useShell } from '../engine/ShellContext';
import { HttpError } from '../providers/httpError';
import { PageMessage } from './PageMessage';

interface Props {
  error: Error;
  /** Without bar and sidebar: nobody is signed in, or may do nothing here. */
  isPublic?: boolean;
}

/** What went wrong, in the words of the service: one message alone, several as a list. */
export const ErrorPage = ({ error, isPublic }: Props) => {
  const t = useTranslate();
  const { search } = useShell();
  const known = error instanceof HttpError ? error : undefined;
  const code = known?.status || 500;
  const texts = useErrorTexts()(error);
  return (
    <PageMessage
      code={known?.status === 0 ? undefined : code}
      title={texts.length > 1 ? t('panel.error.several') : (texts[0] ?? '')}
      isPublic={isPublic ?? false}
      aside={
        known?.requestId && (
          <>
            {t('panel.toast.request')} <RequestId id={known.requestId} />
          </>
        )
      }
      more={!isPublic && code === 404 && <LinkButton onClick={search}>{t('panel.error.search')}</LinkButton>}
    >
      {texts.length > 1 ? (
        <ul>
          {texts.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <p>{t(hints[code] ?? 'panel.error.hint')}</p>
      )}
    </PageMessage>
  );
};

const hints: Record<number, string> = {
  403: 'panel.error.403.hint',
  404: 'panel.error.404.hint',
};
