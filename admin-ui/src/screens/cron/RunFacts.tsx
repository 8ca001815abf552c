import { useLocaleState, useTranslate } from 'ra-core';
import { useMinute } from '../../engine/useMinute';
import { formatNumber } from '../../format/format';
import type { ScheduledJob, ScheduledRun } from '../../generated/answers';
import { Note } from '../../ui/Note';
import { Counters } from './Counters';
import { Result } from './Result';
import { scheduleWords } from './scheduleWords';
import { clockOf, tookOf } from './words';

/** When a run was, how long it took, by whom and with which parameters. */
export const RunFacts = ({ run }: { run: ScheduledRun }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { startedAt, createdAt, durationMs, trigger, triggeredBy, params, dryRun } = run;
  return (
    <span className="row cron-about">
      <Result run={run} />
      <span>
        {[
          clockOf(locale, startedAt ?? createdAt),
          ...(durationMs === null ? [] : [tookOf(t, locale, durationMs)]),
          trigger === 'SCHEDULE' ? t('panel.cron.bySchedule') : t('panel.cron.by', { name: triggeredBy ?? '' }),
          ...Object.entries(params ?? {}).map(
            ([name, n]) => `${t(`panel.cron.param.${name}`)} ${formatNumber(locale, n)}`,
          ),
          ...(dryRun ? [t('panel.cron.dryRun')] : []),
        ].join(', ')}
      </span>
    </span>
  );
};

/** Whether the job is paused, by whom and why, and what the pause has left out. */
export const PauseNotice = ({ job: { enabled, pausedBy, pauseReason, missed } }: { job: ScheduledJob }) => {
  const t = useTranslate();
  const now = useMinute();
  const [locale] = useLocaleState();
  if (enabled && !missed) return null;
  const words = missed && {
    smart_count: missed.count,
    from: clockOf(locale, missed.from, now),
    until: missed.until && clockOf(locale, missed.until, now),
  };
  return (
    <Note tone="warn" icon="pause">
      {!enabled && <div>{t('panel.cron.pausedBy', { name: pausedBy, reason: pauseReason })}</div>}
      {words && <div>{t(words.until ? 'panel.cron.missed' : 'panel.cron.missedSoFar', words)}</div>}
    </Note>
  );
};

/** Which due times passed while the service was away, and whether a run made up for them. */
export const DowntimeNotice = ({ downtime }: Pick<ScheduledJob, 'downtime'>) => {
  const t = useTranslate();
  const now = useMinute();
  const [locale] = useLocaleState();
  if (!downtime) return null;
  const { count, from, until, madeUp } = downtime;
  const words = { smart_count: count, from: clockOf(locale, from, now), until: clockOf(locale, until, now) };
  return (
    <Note tone="warn">
      {t('panel.cron.downtime', words)} {t(madeUp ? 'panel.cron.downtimeMadeUp' : 'panel.cron.downtimeLate', words)}
    </Note>
  );
};

/** When a job is run, and what becomes of a due run while another goes on. */
export const ScheduleFacts = ({ job }: { job: ScheduledJob }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const words = scheduleWords(t, locale, job);
  return (
    <p className="t2 s13">
      <span className="mono">{job.schedule}</span>
      {words && ` (${words})`}
      {' · '}
      {t('panel.cron.overlapIs', { policy: t(`enum.scheduleOverlap.${job.overlap}`) })}
    </p>
  );
};

/** What a run has counted, and what there is to say about how it ended. */
export const Outcome = ({ run, runs }: { run: ScheduledRun; runs: readonly ScheduledRun[] }) => {
  const t = useTranslate();
  return (
    <>
      <Counters run={run} runs={runs} />
      {run.messageKey && run.messageKey !== 'cron.result.ok' && (
        <Note tone={run.error ? 'bad' : 'accent'}>
          {t(run.messageKey)} {run.error && <span className="mono s12">{run.error}</span>}
        </Note>
      )}
    </>
  );
};
