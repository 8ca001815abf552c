import { Suspense } from 'react';
import { useListContext } from 'ra-core';
import { lazyPart } from '../../ui/lazyPart';
import { LinkButton } from '../../ui/LinkButton';
import { Note } from '../../ui/Note';
import { HttpError } from '../../providers/httpError';
import { useErrorTexts } from '../form/useFailureText';
import { RequestId } from '../RequestId';
import { useWords } from '../useWords';

const WrongFilters = lazyPart(() => import('./WrongFilters').then(m => m.WrongFilters));

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
  const { filterValues } = useListContext();
  const known = error instanceof HttpError ? error : undefined;
  const isOfFilters = Object.keys(known?.fieldErrors ?? {}).some(name => filterValues[name] !== undefined);
  return (
    <div className="failure">
      <Note tone="bad" isNews>
        {page ? t('panel.list.pageFailed', { plural, page: number(page) }) : t('panel.list.failed', { plural })}{' '}
        {known && isOfFilters ? (
          <Suspense fallback={null}>
            <WrongFilters error={known} />
          </Suspense>
        ) : (
          known && `${textsOf(known).join(' ')} `
        )}
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
