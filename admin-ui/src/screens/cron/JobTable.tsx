import { useLocaleState, useTranslate } from 'ra-core';
import { useMinute } from '../../engine/useMinute';
import type { ScheduledJob } from '../../generated/answers';
import { Link } from '../../router/Link';
import { Checkbox } from '../../ui/Checkbox';
import { Chip } from '../../ui/Chip';
import { Bars } from './Bars';
import { base } from './calls';
import { JobMenu } from './JobMenu';
import { MissedChip } from './MissedChip';
import { Result } from './Result';
import { scheduleWords } from './scheduleWords';
import { clockOf, inWords, tookOf } from './words';
import '../../engine/list/table.css';

interface Props {
  jobs: readonly ScheduledJob[];
  chosen: ReadonlySet<string>;
  /** Absent for those who may not pause. */
  onChoose?: ((name: string, isOn: boolean) => void) | undefined;
}

const columns = ['job', 'schedule', 'next', 'recent', 'last', 'p95'];

/** The jobs: when each runs, how the last runs went, and what can be done about it. */
export const JobTable = ({ jobs, chosen, onChoose }: Props) => {
  const t = useTranslate();
  return (
    <table className="grid cron-list">
      <thead>
        <tr>
          {onChoose && <td className="pick" />}
          {columns.map(name => (
            <th key={name} scope="col" className={`c-${name}`}>
              {t(`panel.cron.column.${name}`)}
            </th>
          ))}
          <td className="do" />
        </tr>
      </thead>
      <tbody>
        {jobs.map(job => (
          <Row key={job.name} job={job} isChosen={chosen.has(job.name)} onChoose={onChoose} />
        ))}
      </tbody>
    </table>
  );
};

interface RowProps {
  job: ScheduledJob;
  isChosen: boolean;
  onChoose: Props['onChoose'];
}

const Row = ({ job, isChosen, onChoose }: RowProps) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { name, schedule, overlap, downtime, recent, stats30d, enabled, running } = job;
  const words = scheduleWords(t, locale, job);
  return (
    <tr>
      {onChoose && (
        <td className="pick">
          <Checkbox
            label={<span className="vh">{t('panel.cron.select', { name })}</span>}
            isOn={isChosen}
            onChange={isOn => onChoose(name, isOn)}
          />
        </td>
      )}
      <th scope="row" className="c-job">
        <Link to={`${base}/${name}`} className="mono">
          {name}
        </Link>
        <span className="of">{t(job.descriptionKey)}</span>
      </th>
      <td className="c-schedule">
        {words}
        <span className={words ? 'of mono' : 'mono'}>{schedule}</span>
        {overlap !== 'SKIP' && <span className="of">{t(`enum.scheduleOverlap.${overlap}`)}</span>}
      </td>
      <td className="c-next">
        <Next job={job} />
      </td>
      <td className="c-recent">
        <Bars runs={recent} />
      </td>
      <td className="c-last">
        {!enabled && !running && (
          <Chip tone="warn" icon="pause" isLoud>
            {t('panel.cron.paused')}
          </Chip>
        )}
        {running && <Result run={{ state: 'RUNNING', dryRun: false }} />}
        {enabled && !running && <LastResult job={job} />}
        <MissedChip downtime={downtime} />
      </td>
      <td className="c-p95 num">{stats30d.runs > 0 && tookOf(t, locale, stats30d.p95Ms)}</td>
      <td className="do">
        <JobMenu job={job} />
      </td>
    </tr>
  );
};

/** How the last run that did the work ended; a dry run after it stands beside it and hides nothing. */
const LastResult = ({ job: { recent, lastRun } }: { job: ScheduledJob }) => {
  const t = useTranslate();
  if (!lastRun) return <span className="t2">{t('panel.cron.never')}</span>;
  const worked = recent.find(({ dryRun, state }) => !dryRun && state !== 'SKIPPED' && state !== 'QUEUED');
  return (
    <>
      {worked && <Result run={worked} />}
      {lastRun.dryRun && <Result run={lastRun} />}
    </>
  );
};

/** When a job runs next; a paused one says until when it is, and never looks as if it were to run. */
const Next = ({ job: { enabled, running, recent, pausedUntil, nextRunAt } }: { job: ScheduledJob }) => {
  const t = useTranslate();
  const now = useMinute();
  const [locale] = useLocaleState();
  const since = recent.find(run => run.state === 'RUNNING')?.startedAt;
  if (running)
    return (
      <>
        {t(since ? 'panel.cron.running' : 'panel.cron.waiting')}
        {since && <span className="of">{t('panel.cron.since', { time: clockOf(locale, since, now) })}</span>}
      </>
    );
  if (!enabled)
    return (
      <>
        {t('panel.cron.paused')}
        {pausedUntil && (
          <span className="of">{t('panel.cron.pausedUntil', { time: clockOf(locale, pausedUntil, now) })}</span>
        )}
      </>
    );
  if (!nextRunAt) return null;
  return (
    <>
      {inWords(t, nextRunAt, now)}
      <span className="of">{clockOf(locale, nextRunAt, now)}</span>
    </>
  );
};
