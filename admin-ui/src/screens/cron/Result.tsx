import { useTranslate } from 'ra-core';
import type { ScheduledRunState } from '../../generated/answers';
import { Chip } from '../../ui/Chip';
import type { Look } from '../../ui/statusLook';

const looks: Record<ScheduledRunState, Look> = {
  QUEUED: { tone: 'neutral', icon: 'clock' },
  RUNNING: { tone: 'info', icon: 'half' },
  SUCCEEDED: { tone: 'ok', icon: 'done' },
  FAILED: { tone: 'bad', icon: 'xCircle', isLoud: true },
  SKIPPED: { tone: 'neutral', icon: 'dashed' },
  CANCELLED: { tone: 'neutral', icon: 'xSquare' },
  TIMED_OUT: { tone: 'bad', icon: 'clock', isLoud: true },
};

/** How a run stands. */
export const Result = ({ state }: { state: ScheduledRunState }) => {
  const t = useTranslate();
  return <Chip {...looks[state]}>{t(`enum.scheduledRunState.${state}`)}</Chip>;
};
