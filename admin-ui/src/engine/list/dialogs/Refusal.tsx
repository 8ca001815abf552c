import { useTranslate } from 'ra-core';
import { LinkButton } from '../../../ui/LinkButton';
import { Note } from '../../../ui/Note';
import { HttpError } from '../../../providers/httpError';
import { blockersOf, useErrorTexts, useFailureText } from '../../form/useFailureText';
import { RequestId } from '../../RequestId';

interface Props {
  error: Error;
  /** What one can do about it. */
  then?: string | undefined;
  /** Makes the call once more, where that can help. */
  onRetry?: (() => void) | undefined;
}

/** Why the service refused: its sentence, every condition, the way to try again, and the number to quote. */
export const Refusal = ({ error, then, onRetry }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const textsOf = useErrorTexts();
  const known = error instanceof HttpError ? error : undefined;
  const blockers = known ? blockersOf(known.details['blockedBy']) : [];
  return (
    <Note tone="bad" isNews>
      {[...textsOf(error), ...(then ? [then] : [])].join(' ')}
      {blockers.length > 0 && (
        <ul>
          {blockers.map(({ key, params }) => (
            <li key={key}>{say(key, params)}</li>
          ))}
        </ul>
      )}
      {onRetry && (
        <div>
          <LinkButton onClick={onRetry}>{t('panel.list.retry')}</LinkButton>
        </div>
      )}
      {known?.requestId && (
        <details>
          <summary>{t('panel.list.details')}</summary>
          {t('panel.list.request')} <RequestId id={known.requestId} />
        </details>
      )}
    </Note>
  );
};
