import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Bar } from '../../pieces/Level';
import { useFocusTrap } from '../../pieces/useFocusTrap';
import { useLeave } from '../../pieces/useLeave';
import { isAtWork, type Job } from './job';
import { JobChip } from './JobChip';
import { useJobWords } from './useJobWords';
import '../../pieces/menu.css';
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
  const panel = useRef<HTMLDivElement>(null);
  useFocusTrap(panel);
  useLeave(panel, anchor, onClose);
  const press = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
  return createPortal(
    <div
      ref={panel}
      className="menu jm"
      role="dialog"
      aria-label={t('panel.jobs.menu')}
      tabIndex={-1}
      onKeyDown={press}
    >
      <h2>{t('panel.jobs.recent')}</h2>
      {jobs.length === 0 && <p className="say">{t('panel.jobs.none')}</p>}
      {jobs.map(job => (
        <Line key={job.jobId} job={job} onShow={() => onShow(job.jobId)} />
      ))}
    </div>,
    document.body,
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
