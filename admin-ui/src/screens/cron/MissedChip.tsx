import { useTranslate } from 'ra-core';
import type { ScheduledJob } from '../../generated/answers';
import { Chip } from '../../ui/Chip';

/** How many due times of a job passed lately while the service was not running. */
export const MissedChip = ({ downtime }: Pick<ScheduledJob, 'downtime'>) => {
  const t = useTranslate();
  return (
    downtime && (
      <Chip tone="warn" icon="clock">
        {t('panel.cron.missedChip', { smart_count: downtime.count })}
      </Chip>
    )
  );
};
