import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { ScheduledJob, ScheduledRun, ScheduledRunState } from '../../generated/answers';
import { HttpError } from '../../providers/httpError';
import { Link } from '../../router/Link';
import { useNavigate } from '../../router/useNavigate';
import { IconButton } from '../../ui/IconButton';
import { ModalFrame } from '../../ui/ModalFrame';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { DowntimeNotice, Outcome, PauseNotice, RunFacts, ScheduleFacts } from './RunFacts';
import { addressOf, cronKey, readRun, readRuns } from './calls';
import { JobMenu } from './JobMenu';
import { Log } from './Log';

const often = 2000;

interface Props {
  job: ScheduledJob;
  /** The run of the address; without one the latest is shown. */
  runId?: string | undefined;
  onClose: () => void;
}

/** The runs of a job one by one, each with an address of its own: what it counted against the last thirty, and its log. */
export const Runs = ({ job, runId, onClose }: Props) => {
  const t = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: [...cronKey, 'runs', job.name],
    queryFn: ({ signal }) => readRuns(job.name, signal),
    refetchInterval: often,
  });
  const id = runId ?? data?.[0]?.runId;
  const listed = data?.find(one => one.runId === id);
  const logged = useRun(id, listed?.state);
  const run = listed ?? (logged.data?.name === job.name ? logged.data : undefined);
  const isGone =
    !run && (logged.data !== undefined || (logged.error instanceof HttpError && logged.error.status === 404));
  return (
    <ModalFrame
      title={<span className="mono">{job.name}</span>}
      sub={run ? <RunFacts run={run} /> : t(job.descriptionKey)}
      bar={<Steps name={job.name} id={id} runs={data ?? []} />}
      isTall
      onClose={onClose}
      footer={
        <>
          <span className="note-l grow mono">
            {run && <Link to={addressOf(job.name, run.runId)}>{run.runId.slice(0, 12)}</Link>}
          </span>
          <JobMenu job={job} hasRuns={false} />
        </>
      }
    >
      <ScheduleFacts job={job} />
      <PauseNotice job={job} />
      <DowntimeNotice downtime={job.downtime} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {logged.error && !isGone && <Failure error={logged.error} onRetry={() => void logged.refetch()} />}
      {isGone && <p className="t2">{t('panel.cron.runGone')}</p>}
      {data?.length === 0 && !id && <p className="t2">{t('panel.cron.noRuns')}</p>}
      {run && <Outcome run={run} runs={data ?? []} />}
      {((!data && !error) || logged.isLoading) && <Skeleton width={320} />}
      {run && logged.data && <Log lines={logged.data.lines} />}
    </ModalFrame>
  );
};

/** A run with its log, read again while it goes on and when the list says that it stands otherwise. */
const useRun = (id: string | undefined, state: ScheduledRunState | undefined) =>
  useQuery({
    queryKey: [...cronKey, 'run', id, state],
    queryFn: ({ signal }) => readRun(id ?? '', signal),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => data !== undefined && /^(QUEUED|RUNNING)$/.test(data.state) && often,
  });

/** To the run before and to the run after; from one that is older than the list, to the oldest of the list. */
const Steps = ({ name, id, runs }: { name: string; id: string | undefined; runs: readonly ScheduledRun[] }) => {
  const t = useTranslate();
  const navigate = useNavigate();
  const at = runs.findIndex(run => run.runId === id);
  const earlier = at < 0 ? undefined : runs[at + 1];
  const later = at < 0 ? runs.at(-1) : runs[at - 1];
  const go = (run: ScheduledRun | undefined) => run && navigate(addressOf(name, run.runId), { replace: true });
  return (
    <>
      <IconButton small icon="left" label={t('panel.cron.earlier')} disabled={!earlier} onClick={() => go(earlier)} />
      <IconButton small icon="right" label={t('panel.cron.later')} disabled={!later} onClick={() => go(later)} />
    </>
  );
};
