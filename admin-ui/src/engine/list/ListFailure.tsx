import { LinkButton } from '../../ui/LinkButton';
import { Note } from '../../ui/Note';
import { HttpError } from '../../providers/http';
import { useErrorTexts } from '../form/useFailureText';
import { RequestId } from '../RequestId';
import { useWords } from '../useWords';

interface Props {
  error: unknown;
  /** The page that failed, when another one is shown. */
  page?: number | undefined;
  onRetry: () => void;
}

/** That the list could not be read, what to quote when asking why, and another try. A list raises no toast. */
export const ListFailure = ({ error, page, onRetry }: Props) => {
  const { t, plural, number } = useWords();
  const textsOf = useErrorTexts();
  const known = error instanceof HttpError ? error : undefined;
  return (
    <div className="failure">
      <Note tone="bad" isNews>
        {page ? t('panel.list.pageFailed', { plural, page: number(page) }) : t('panel.list.failed', { plural })}{' '}
        {known && textsOf(known).join(' ')}{' '}
        {known?.requestId && (
          <>
            {t('panel.list.request')} <RequestId id={known.requestId} />{' '}
          </>
        )}
        <LinkButton onClick={onRetry}>{t('panel.list.retry')}</LinkButton>
      </Note>
    </div>
  );
};
