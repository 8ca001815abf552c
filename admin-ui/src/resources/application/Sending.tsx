import { useLocale, useTranslate } from 'ra-core';
import { Age } from '../../engine/cells/Age';
import { formatNumber } from '../../format/format';
import { whenOf } from '../../format/when';
import { enumText, useMeta } from '../../meta';
import type { Application } from '../../generated/resources';
import { Chip } from '../../ui/Chip';
import { Empty } from '../../ui/Empty';
import { Note } from '../../ui/Note';
import { FailedDelivery } from './FailedDelivery';
import type { Attempt } from './types';
import type { TabProps } from './TabProps';

/** How an application went out: every try, what went wrong, and when the next one is due. */
export const Sending = ({ application }: TabProps) => {
  const t = useTranslate();
  const attempts = application.attempts ?? [];
  return (
    <>
      <Now application={application} />
      {attempts.length === 0 && (
        <Empty icon="send" title={t('panel.application.noAttempts')}>
          {t('panel.application.noAttemptsText')}
        </Empty>
      )}
      <ol className="app-attempts">
        {attempts.map(attempt => (
          <One key={`${attempt.round}.${attempt.attempt}`} attempt={attempt} />
        ))}
      </ol>
    </>
  );
};

const Now = ({ application }: { application: Application }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { sendHold, nextAttemptAt, sendWait, externalId, sentAt, withdrawAfterSend, payloadHash } = application;
  return (
    <div className="app-now">
      <FailedDelivery application={application} />
      {sendHold && <Note tone="warn">{t('panel.application.held')}</Note>}
      {withdrawAfterSend && <Note tone="warn">{t('panel.application.withdrawAfter')}</Note>}
      {sendWait && (
        <Note tone="warn" icon="clock">
          {t(`enum.applicationWait.${sendWait}`)}
        </Note>
      )}
      {!sendWait && nextAttemptAt && (
        <Note tone="accent" icon="clock">
          {t('panel.application.nextAttempt', { at: whenOf(locale, nextAttemptAt) })}
        </Note>
      )}
      {sentAt && (
        <p className="s13">
          {t('panel.application.sent')} <Age at={sentAt} />
          {externalId && (
            <>
              , {t('panel.application.external')} <span className="mono s12">{externalId}</span>
            </>
          )}
        </p>
      )}
      {payloadHash && (
        <p className="s13">
          {t('resources.application.fields.payloadHash')} <span className="mono s12 app-hash">{payloadHash}</span>
        </p>
      )}
    </div>
  );
};

const One = ({ attempt }: { attempt: Attempt }) => {
  const t = useTranslate();
  const meta = useMeta();
  const locale = useLocale() ?? 'en';
  const isGood = attempt.outcome === 'ACCEPTED';
  const { round, attempt: number, at, channel, message, code, durationMs } = attempt;
  return (
    <li>
      <Chip tone={isGood ? 'ok' : 'bad'} icon={isGood ? 'check' : 'alert'}>
        {attempt.outcome && t(enumText(meta, 'attemptOutcome', attempt.outcome))}
      </Chip>
      <div className="grow">
        <p>
          {t('panel.application.attempt', { round, number })}{' '}
          <span className="t2">
            {channel && t(enumText(meta, 'applicationChannel', channel))}
            {durationMs > 0 && `, ${formatNumber(locale, durationMs)} ms`}
          </span>
        </p>
        {message && (
          <p className="t2">
            {message} {code && <span className="mono s12">{code}</span>}
          </p>
        )}
      </div>
      {at && (
        <span className="t2 s12">
          <Age at={at} />
        </span>
      )}
    </li>
  );
};
