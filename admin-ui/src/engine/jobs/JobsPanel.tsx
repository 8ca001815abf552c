import type { RefObject } from 'react';
import { Bar } from '../../ui/Level';
import { Popup } from '../../ui/Popup';
import type { Job } from '../../generated/answers';
import { isAtWork } from './job';
import { JobChip } from './JobChip';
import { useJobWords } from './useJobWords';
import './jobs.css';

interface Props {
  jobs: Job[];
  anchor: RefObject<HTMLElement | null>;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** One's own jobs of the last seven days. */
export const JobsPanel = ({ jobs, anchor, onShow, onClose }: Props) => {
  const { t } = useJobWords();
  return (
    <Popup className="jm" label={t('panel.jobs.menu')} anchor={anchor} onClose={onClose}>
      <h2>{t('panel.jobs.recent')}</h2>
      {jobs.length === 0 && <p className="say">{t('panel.jobs.none')}</p>}
      {jobs.map(job => (
        <Line key={job.jobId} job={job} onShow={() => onShow(job.jobId)} />
      ))}
    </Popup>
  );
};

interface LineProps {
  job: Job;
  onShow: () => void;
}

const Line = ({ job, onShow }: LineProps) => {
  const { t, number, dayOf, titleOf } = useJobWords();
  const figures = { done: number(job.processed), total: number(job.total) };
  return (
    <button type="button" className="it" onClick={onShow}>
      <span className="grow">
        <span>{titleOf(job)}</span>
        {isAtWork(job) && <Bar isThin parts={[{ share: job.percent / 100, tone: 'accent' }]} />}
        <span className="sub">
          {dayOf(job.createdAt)}, {t('panel.jobs.doneOf', figures)}
        </span>
      </span>
      <JobChip job={job} />
    </button>
  );
};
