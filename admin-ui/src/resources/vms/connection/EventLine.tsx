import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { VmsActivity, VmsEvent } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { useCan } from '../../../meta';
import { request } from '../../../providers/http';
import { Link } from '../../../router/Link';
import { Button } from '../../../ui/Button';
import { Icon, type IconName } from '../../../ui/Icon';
import { goesOn } from './bands';
import { useClock } from './useClock';

interface Props {
  connection: VmsConnection;
  event: VmsEvent;
  now: string;
  onSeen: (now: VmsActivity) => void;
}

const icons: Record<VmsEvent['kind'], IconName> = { PAUSED: 'pause', SILENT: 'clock', CHANGED: 'swap' };

/** One thing that has happened on a connection, or still goes on: what, for how long, and how it ended. */
export const EventLine = ({ connection, event, now, onSeen }: Props) => {
  const { hour } = useClock(now);
  const isOpen = goesOn(event, now);
  return (
    <li className="vmc-ev">
      <time dateTime={event.at}>{hour(event.at)}</time>
      <Icon name={icons[event.kind]} className={isOpen ? 'mk-warn' : ''} />
      <EventText event={event} now={now} />
      {event.kind !== 'PAUSED' && <Steps connection={connection} event={event} now={now} onSeen={onSeen} />}
    </li>
  );
};

const EventText = ({ event, now }: Pick<Props, 'event' | 'now'>) => {
  const t = useTranslate();
  const { hour, span } = useClock(now);
  const { kind, at, until, detail, endedBy, acknowledgedAt, acknowledgedBy } = event;
  const isOpen = goesOn(event, now);
  const [entity = '', path = ''] = kind === 'CHANGED' ? detail.split(' ') : [];
  const end = endedBy
    ? t('panel.vms.story.endedBy', { time: hour(until ?? now), name: endedBy })
    : t(`panel.vms.story.ended.${kind}`, { time: hour(until ?? now) });
  const why =
    kind === 'PAUSED'
      ? `${t(`enum.vmsPause.${detail}`)}.`
      : t(`panel.vms.story.text.${kind}`, { entity: entity && t(`enum.vmsEntity.${entity}`) });
  const seen = acknowledgedAt && t('panel.vms.story.seenBy', { name: acknowledgedBy, time: hour(acknowledgedAt) });
  return (
    <div>
      <b>
        {t(`enum.vmsEvent.${kind}`)} {path && <code>{path}</code>}
        {kind !== 'CHANGED' && span(at, until ?? now)}
      </b>
      <p>{[why, !isOpen && end, seen].filter(Boolean).join(' ')}</p>
    </div>
  );
};

/** What can be done about it: mark it as seen, which changes nothing else, or look at what changed. */
const Steps = ({ connection, event, onSeen }: Props) => {
  const t = useTranslate();
  const [mayConfigure, mayReplay] = [useCan('vms.mapping.write'), useCan('vms.message.replay')];
  const run = useMutation({
    mutationFn: async () =>
      (
        await request<VmsActivity>('POST', `/api/vms/connection/${connection.id}/event/${event.id}/acknowledge`, {
          body: {},
        })
      ).data,
    onSuccess: onSeen,
  });
  return (
    <span className="vmc-do">
      {!event.acknowledgedAt && (mayConfigure || mayReplay) && (
        <Button small look="ghost" isBusy={run.isPending} onClick={() => run.mutate()}>
          {t('panel.vms.story.markSeen')}
        </Button>
      )}
      {event.kind === 'CHANGED' && (
        <Link to={`/platform/vms/connections/${connection.id}/shape`}>{t('panel.vms.story.openShape')}</Link>
      )}
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
    </span>
  );
};
