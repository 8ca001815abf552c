import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { enumText, useMeta } from '../../meta';
import { Skeleton } from '../../ui/Skeleton';
import { Age } from '../cells/Age';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import { readSessions } from './calls';

/** What has ended in the last 90 days: when, why, and who ended it. */
export const EndedSessions = ({ userId }: { userId?: number }) => {
  const t = useTranslate();
  const meta = useMeta();
  const ended = useQuery({
    queryKey: ['sessions', userId, 'ended'],
    queryFn: ({ signal }) => readSessions(userId, true, signal),
  });
  if (ended.error) return <Refusal error={ended.error} onRetry={retryOf(ended)} />;
  if (!ended.data) return <Skeleton width={240} />;
  return (
    <>
      <h3>{t('panel.staff.sessionsEnded')}</h3>
      {ended.data.totalResults === 0 && <p className="t2 s13">{t('panel.staff.noEnded')}</p>}
      <ul className="sessions" aria-label={t('panel.staff.sessionsEnded')}>
        {ended.data.results.map(({ sid, device, ip, endedAt, endedBy, endedWhy }) => {
          const why = t(enumText(meta, 'sessionEnd', endedWhy));
          return (
            <li key={sid}>
              <span className="grow">
                {device || t('login.device.unknown')} <span className="t2">{ip}</span>
                <span className="t2 why">{endedBy ? t('panel.staff.endedBy', { why, name: endedBy.name }) : why}</span>
              </span>
              <span className="t2">{endedAt && <Age at={endedAt} />}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
};
