import { useId } from 'react';
import { Icon, type IconName } from '../../ui/Icon';
import { LinkButton } from '../../ui/LinkButton';
import { Tabs } from '../../ui/Tabs';
import { useReasonTexts } from '../form/useFailureText';
import type { JobOutcome, JobRow, JobWithRows } from '../../generated/answers';
import { isUndo, type RowsWanted } from './job';
import { useJobWords } from './useJobWords';

interface Props {
  job: JobWithRows;
  wanted: RowsWanted;
  onWant: (wanted: RowsWanted) => void;
}

const more = 200;
const atMost = 1000;

/** What became of each record: those that were refused first, all on demand. */
export const JobRows = ({ job, wanted, onWant }: Props) => {
  const { t, number } = useJobWords();
  const panel = useId();
  const { trouble } = wanted;
  const tabs = [
    { name: 'trouble', label: t(isUndo(job) ? 'panel.jobs.rows.left' : 'panel.jobs.rows.notChanged') },
    { name: 'all', label: t('panel.jobs.rows.all') },
  ];
  const current = trouble ? 'trouble' : 'all';
  const canGrow = job.results.length < job.totalResults && wanted.limit < atMost;
  return (
    <section className="job-rows" aria-label={t('panel.jobs.rows.label')}>
      <Tabs
        label={t('panel.jobs.rows.label')}
        panel={panel}
        tabs={tabs}
        current={current}
        onSelect={name => onWant({ ...wanted, trouble: name === 'trouble' })}
      />
      <div role="tabpanel" id={panel} aria-labelledby={`${panel}-${current}`}>
        {job.results.length === 0 && <p className="t2">{t(`panel.jobs.rows.none.${current}`)}</p>}
        <ul>
          {job.results.map(row => (
            <JobLine key={`${row.id} ${row.title}`} row={row} kind={job.kind} />
          ))}
        </ul>
        {canGrow && (
          <LinkButton onClick={() => onWant({ ...wanted, limit: Math.min(atMost, wanted.limit + more) })}>
            {t('panel.jobs.rows.more', { shown: number(job.results.length), total: number(job.totalResults) })}
          </LinkButton>
        )}
      </div>
    </section>
  );
};

const icons: Record<JobOutcome, { icon: IconName; tone: string }> = {
  '': { icon: 'dashed', tone: 'neutral' },
  WAITING: { icon: 'dashed', tone: 'neutral' },
  DONE: { icon: 'check', tone: 'ok' },
  FAILED: { icon: 'alert', tone: 'bad' },
  SKIPPED: { icon: 'arrow', tone: 'neutral' },
  LEFT_OUT: { icon: 'arrow', tone: 'neutral' },
};

/** What became of a record is said in the words of the kind of job. */
const outcomeKey = ({ undo, outcome }: JobRow, kind: string) => {
  if (undo) return `panel.jobs.undoOutcome.${undo}`;
  const isOwn = kind === 'import' && (outcome === 'DONE' || outcome === 'LEFT_OUT');
  return `panel.jobs.${isOwn ? 'importOutcome' : 'outcome'}.${outcome}`;
};

/** What became, or would become, of one record. */
export const JobLine = ({ row, kind = '' }: { row: JobRow; kind?: string }) => {
  const { t } = useJobWords();
  const textsOf = useReasonTexts();
  const outcome = row.undo || row.outcome;
  const { icon, tone } = icons[outcome];
  const reasons = textsOf(row);
  if (row.noUndo) reasons.push(t('panel.jobs.rows.noUndo', { why: textsOf(row.noUndo).join(' ') }));
  return (
    <li>
      <Icon name={icon} className={`mk-${tone}`} />
      <span className="grow">
        <b>{row.title || row.id}</b>
        {reasons.length > 0 && <span className="t2">{reasons.join(' ')}</span>}
      </span>
      <span className="t2">{t(outcomeKey(row, kind))}</span>
    </li>
  );
};
