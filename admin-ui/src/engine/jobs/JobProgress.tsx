import { Bar } from '../../ui/Level';
import type { Job } from '../../generated/answers';
import { isAtWork, isUndo } from './job';
import { JobChip } from './JobChip';
import { useJobWords } from './useJobWords';
import './jobs.css';

interface Props {
  job: Job;
}

/** How far a job is: the share, what it is at, and what has come of it so far. */
export const JobProgress = ({ job }: Props) => {
  const { t, number, leftOf } = useJobWords();
  const isBusy = isAtWork(job);
  const of = Math.max(job.total, job.processed, 1);
  const bad = job.failed + job.conflicts;
  const parts = isBusy
    ? [{ share: job.processed / of, tone: 'accent' as const }]
    : [
        { share: (job.processed - bad) / of, tone: 'ok' as const },
        { share: bad / of, tone: 'bad' as const },
      ];
  const figures = { done: number(job.processed), total: number(job.total) };
  return (
    <>
      <div className="job-head">
        <span className="job-share">{t('panel.jobs.percent', { count: number(job.percent) })}</span>
        <span role="status" className="t2">
          {t(isBusy ? `panel.jobs.doing.${job.state}` : 'panel.jobs.doneOf', figures)}
        </span>
        <span className="end t2">
          {isBusy && job.etaSeconds !== null ? leftOf(job.etaSeconds) : !isBusy && <JobChip job={job} />}
        </span>
      </div>
      <div
        role="progressbar"
        className="job-bar"
        aria-label={t('panel.jobs.progress')}
        aria-valuenow={job.percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <Bar parts={parts} />
      </div>
      <Counts job={job} />
    </>
  );
};

const counted = ['added', 'updated', 'leftOut', 'skipped', 'conflicts', 'failed'] as const;
/** Shown of a change of many records even when they are nothing; other jobs have steps that change no record. */
const always: readonly string[] = ['updated', 'failed'];

const Counts = ({ job }: Props) => {
  const { t, number } = useJobWords();
  const isUndone = isUndo(job);
  // A change of many records leaves out what a rule refuses, and skips what is as asked already; an import refuses rows.
  const wordOf = (name: string) => {
    if (isUndone) return name;
    if (name === 'leftOut' && job.kind === 'import') return 'refused';
    return name === 'skipped' && (job.kind === 'bulk' || job.kind === 'import') ? 'unchanged' : name;
  };
  const shown = counted.filter(name => job[name] > 0 || (job.kind === 'bulk' && always.includes(name)));
  if (shown.length === 0) return null;
  return (
    <dl className="job-counts">
      {shown.map(name => (
        <div key={name}>
          <dt>{t(`panel.jobs.${isUndone ? 'undoCount' : 'count'}.${wordOf(name)}`)}</dt>
          <dd>{number(job[name])}</dd>
        </div>
      ))}
    </dl>
  );
};
