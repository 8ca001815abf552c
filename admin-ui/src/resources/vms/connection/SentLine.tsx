import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../../format/format';
import type { VmsActivity } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { useCanOpen } from '../../../meta/useCanOpen';
import { Link } from '../../../router/Link';
import { Icon } from '../../../ui/Icon';
import { filtered } from './filtered';
import { useClock } from './useClock';

const route = '/platform/vms/outbound';

/** What was sent in the last day: how many arrived, how long a call took, how many were refused. */
export const SentLine = ({ connection, activity }: { connection: VmsConnection; activity: VmsActivity }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const canOpen = useCanOpen();
  const { hour } = useClock(activity.at);
  const { delivered, repeated, refused, averageMs } = activity.calls;
  if (!activity.lastOut) return null;
  const more = [
    averageMs > 0 && t('panel.vms.story.average', { seconds: formatNumber(locale, averageMs / 1000, 2) }),
    repeated > 0 && t('panel.vms.story.repeated', { smart_count: repeated }),
    refused > 0 && t('panel.vms.story.refused', { smart_count: refused }),
  ];
  return (
    <li className="vmc-ev">
      <time dateTime={activity.lastOut}>{hour(activity.lastOut)}</time>
      <Icon name={refused > 0 ? 'send' : 'done'} className={refused > 0 ? '' : 'mk-ok'} />
      <div>
        <b>{t('panel.vms.story.delivered', { smart_count: delivered })}</b>
        <p>{more.filter(Boolean).join(' ')}</p>
      </div>
      {canOpen(route) && (
        <span className="vmc-do">
          <Link to={filtered(route, { connectionId: connection.id })}>{t('panel.vms.story.show')}</Link>
        </span>
      )}
    </li>
  );
};
