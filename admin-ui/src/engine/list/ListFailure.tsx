import { useListContext } from 'ra-core';
import { LinkButton } from '../../pieces/LinkButton';
import { Note } from '../../pieces/Note';
import { HttpError } from '../../providers/http';
import { useWords } from '../useWords';

/** That the list could not be read, what to quote when asking why, and another try. A list raises no toast. */
export const ListFailure = () => {
  const { t, plural } = useWords();
  const { error, refetch } = useListContext();
  const known = error instanceof HttpError ? error : undefined;
  return (
    <div className="failure">
      <Note tone="bad" isNews>
        {t('panel.list.failed', { plural })} {known && t(known.message)}{' '}
        {known?.requestId && (
          <>
            {t('panel.list.request')} <span className="mono">{known.requestId}</span>{' '}
          </>
        )}
        <LinkButton onClick={() => void refetch()}>{t('panel.list.retry')}</LinkButton>
      </Note>
    </div>
  );
};
