import { useTranslate } from 'ra-core';
import { useErrorTexts } from '../../engine/form/useFailureText';
import { RequestId } from '../../engine/RequestId';
import { Button } from '../../ui/Button';
import { Note } from '../../ui/Note';
import { HttpError } from '../../providers/httpError';

interface Props {
  error: Error;
  onRetry: () => void;
}

/** Why the figures did not come, in their place. */
export const Failure = ({ error, onRetry }: Props) => {
  const t = useTranslate();
  const textsOf = useErrorTexts();
  const known = error instanceof HttpError ? error : undefined;
  return (
    <Note tone="bad">
      {textsOf(error).join(' ')}{' '}
      {known?.requestId && (
        <span>
          {t('panel.toast.request')} <RequestId id={known.requestId} />
        </span>
      )}{' '}
      <Button small onClick={onRetry}>
        {t('panel.toast.retry')}
      </Button>
    </Note>
  );
};
