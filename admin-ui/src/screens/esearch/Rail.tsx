import { useLocale, useTranslate } from 'ra-core';
import { useErrorTexts, useFailureText } from '../../engine/form/useFailureText';
import { whenOf } from '../../format/when';
import type { IndexStatus } from '../../generated/answers';
import { useCan } from '../../meta';
import { HttpError } from '../../providers/httpError';
import type { Option } from '../../ui/option';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { DriftPart } from './DriftPart';
import { Rebuild } from './Rebuild';
import { StatusPart } from './StatusPart';
import type { Report, Trouble } from './useWork';

interface Props {
  status: IndexStatus;
  client: Option | null;
  trouble: Trouble | undefined;
  onTrouble: Report;
}

/** What controls one index: its rebuild, how it stands, what differs, and what went wrong last. */
export const Rail = ({ status, client, trouble, onTrouble }: Props) => (
  <aside className="ix-rail" aria-label={useTranslate()('esearch.rail')}>
    <Rebuild status={status} client={client} onTrouble={onTrouble} />
    <StatusPart status={status} onTrouble={onTrouble} />
    {useCan('index.drift') && <DriftPart status={status} onTrouble={onTrouble} />}
    {trouble && <LastError {...trouble} onDismiss={() => onTrouble(undefined)} />}
    <LastFailure status={status} />
  </aside>
);

const LastError = ({ error, at, onDismiss }: Trouble & { onDismiss: () => void }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const textsOf = useErrorTexts();
  const id = error instanceof HttpError ? error.requestId.slice(0, 8) : '';
  return (
    <section className="ix-error" role="alert">
      <Icon name="alert" small className="mk-bad" />
      <p className="s12 grow">
        {t('esearch.lastError', { at: whenOf(locale, at), message: textsOf(error).join(' ') })}{' '}
        {id && <span className="mono nw">{t('esearch.lastError.request', { id })}</span>}
      </p>
      <IconButton small icon="x" label={t('esearch.error.dismiss')} onClick={onDismiss} />
    </section>
  );
};

/** What the last work on the index that failed has said, until some has gone well. */
const LastFailure = ({ status }: { status: IndexStatus }) => {
  const t = useTranslate();
  const say = useFailureText();
  const locale = useLocale() ?? 'en';
  const failed = [status.rebuild, status.comparing, status.repair].filter(job => job?.state === 'FAILED');
  return failed.map(
    job =>
      job?.error && (
        <section key={job.jobId} className="ix-error">
          <Icon name="alert" small className="mk-warn" />
          <p className="s12">
            {t('esearch.lastError', {
              at: whenOf(locale, job.finishedAt ?? ''),
              message: say(job.error.message, job.error.params ?? {}),
            })}
          </p>
        </section>
      ),
  );
};
