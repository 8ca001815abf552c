import { useTranslate } from 'ra-core';
import { Chip } from '../../ui/Chip';
import type { Look } from '../../ui/statusLook';
import type { Job, JobState } from '../../generated/answers';

const looks: Record<JobState, Look> = {
  QUEUED: { tone: 'neutral', icon: 'dashed' },
  ANALYSING: { tone: 'info', icon: 'half' },
  PLANNED: { tone: 'info', icon: 'clock' },
  AWAITING_DECISION: { tone: 'warn', icon: 'alert', isLoud: true },
  RUNNING: { tone: 'info', icon: 'half' },
  UNDOING: { tone: 'info', icon: 'half' },
  COMPLETED: { tone: 'ok', icon: 'done' },
  COMPLETED_WITH_CONFLICTS: { tone: 'warn', icon: 'done' },
  FAILED: { tone: 'bad', icon: 'alert', isLoud: true },
  CANCELLED: { tone: 'neutral', icon: 'xCircle' },
  UNDONE: { tone: 'neutral', icon: 'undo' },
};

interface Props {
  job: Job;
}

/** Where a job stands. */
export const JobChip = ({ job }: Props) => {
  const t = useTranslate();
  return <Chip {...looks[job.state]}>{t(`panel.jobs.state.${job.state}`)}</Chip>;
};
