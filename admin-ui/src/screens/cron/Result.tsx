import { useTranslate } from 'ra-core';
import type { ScheduledRunShort, ScheduledRunState } from '../../generated/answers';
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

/** The state of a run. A dry run that ended well is called one: nothing was done, so it is no success. */
export const Result = ({ run }: { run: Pick<ScheduledRunShort, 'state' | 'dryRun'> }) => {
  const t = useTranslate();
  if (run.dryRun && run.state === 'SUCCEEDED')
    return (
      <Chip tone="neutral" icon="dashed">
        {t('panel.cron.dryRun')}
      </Chip>
    );
  return <Chip {...looks[run.state]}>{t(`enum.scheduledRunState.${run.state}`)}</Chip>;
};
