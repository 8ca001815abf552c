import { useState } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { useMinute } from '../../engine/useMinute';
import type { ScheduledJob, ScheduledRun } from '../../generated/answers';
import { IconButton } from '../../ui/IconButton';
import { ModalFrame } from '../../ui/ModalFrame';
import { Note } from '../../ui/Note';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { cronKey, readRun, readRuns } from './calls';
import { Counters } from './Counters';
import { JobMenu } from './JobMenu';
import { Log } from './Log';
import { Result } from './Result';
import { clockOf, tookOf } from './words';

const often = 2000;

/** The runs of a job one by one, the latest first: what each counted against the last thirty, and its log. */
export const Runs = ({ job, onClose }: { job: ScheduledJob; onClose: () => void }) => {
  const t = useTranslate();
  const [at, setAt] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: [...cronKey, 'runs', job.name],
    queryFn: ({ signal }) => readRuns(job.name, signal),
    refetchInterval: often,
  });
  const run = data?.[at];
  const bar = (
    <>
      <IconButton
        small
        icon="left"
        label={t('panel.cron.earlier')}
        disabled={at + 1 >= (data?.length ?? 0)}
        onClick={() => setAt(at + 1)}
      />
      <IconButton small icon="right" label={t('panel.cron.later')} disabled={at === 0} onClick={() => setAt(at - 1)} />
    </>
  );
  return (
    <ModalFrame
      title={<span className="mono">{job.name}</span>}
      sub={run ? <About run={run} /> : t(job.descriptionKey)}
      bar={bar}
      isTall
      onClose={onClose}
      footer={
        <>
          <span className="note-l grow mono">{run?.runId.slice(0, 12)}</span>
          <JobMenu job={job} hasRuns={false} />
        </>
      }
    >
      <Standing job={job} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width={320} />}
      {data?.length === 0 && <p className="t2">{t('panel.cron.noRuns')}</p>}
      {run && data && <Body run={run} runs={data} />}
    </ModalFrame>
  );
};

/** When it ran, how long, and by what. */
const About = ({ run }: { run: ScheduledRun }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { state, startedAt, createdAt, durationMs, trigger, triggeredBy, dryRun } = run;
  return (
    <span className="row cron-about">
      <Result state={state} />
      <span>
        {[
          clockOf(locale, startedAt ?? createdAt),
          ...(durationMs === null ? [] : [tookOf(t, locale, durationMs)]),
          trigger === 'SCHEDULE' ? t('panel.cron.bySchedule') : t('panel.cron.by', { name: triggeredBy ?? '' }),
          ...(dryRun ? [t('panel.cron.dryRun')] : []),
        ].join(', ')}
      </span>
    </span>
  );
};

/** Whether the job is paused, by whom and why, and what the pause has left out. */
const Standing = ({ job: { enabled, pausedBy, pauseReason, missed } }: { job: ScheduledJob }) => {
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

const Body = ({ run, runs }: { run: ScheduledRun; runs: readonly ScheduledRun[] }) => {
  const t = useTranslate();
  const isOpen = run.state === 'RUNNING' || run.state === 'QUEUED';
  const { data, error, refetch } = useQuery({
    queryKey: [...cronKey, 'run', run.runId, run.state],
    queryFn: ({ signal }) => readRun(run.runId, signal),
    refetchInterval: isOpen && often,
  });
  return (
    <>
      <Counters run={run} runs={runs} />
      {run.messageKey && run.messageKey !== 'cron.result.ok' && (
        <Note tone={run.error ? 'bad' : 'accent'}>
          {t(run.messageKey)} {run.error && <span className="mono s12">{run.error}</span>}
        </Note>
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width={320} />}
      {data && <Log lines={data.lines} />}
    </>
  );
};
