import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { VmsActivity } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { useCan } from '../../../meta';
import { useCanOpen } from '../../../meta/useCanOpen';
import { request } from '../../../providers/http';
import { Link } from '../../../router/Link';
import { Button } from '../../../ui/Button';
import { Icon, type IconName } from '../../../ui/Icon';
import { newMappingAddress } from '../newMappingAddress';
import { filtered } from './filtered';
import { useClock } from './useClock';

interface Props {
  connection: VmsConnection;
  activity: VmsActivity;
  onDone?: (() => void) | undefined;
}

const icons: Record<VmsActivity['state'], IconName> = {
  INACTIVE: 'minus',
  RESTORED: 'lock',
  PAUSED: 'pause',
  NO_MAPPING: 'alert',
  RETRYING: 'refresh',
  SENDING: 'send',
  LISTENING: 'done',
  READY: 'done',
};

/** Those that wait for a person are filled. */
const calls = new Set(['RESTORED', 'PAUSED', 'NO_MAPPING']);

/** What a connection is doing now and why, in a sentence, with what can be done about it. */
export const NowLine = ({ connection, activity, onDone }: Props) => {
  const t = useTranslate();
  const { hour } = useClock(activity.at);
  const { state, pauseReason, pausedUntil, failures, waiting, heldBack } = activity;
  const why = [
    pauseReason ? t(`panel.vms.now.why.${pauseReason}`, { smart_count: failures }) : t(`panel.vms.now.text.${state}`),
    failures > 0 && pauseReason !== 'FAILURES' && t('panel.vms.connect.failures', { smart_count: failures }),
    waiting > 0 && t('panel.vms.now.waiting', { smart_count: waiting }),
    heldBack > 0 && t('panel.vms.now.heldBack', { smart_count: heldBack }),
  ];
  return (
    <li className={`vmc-ev ${calls.has(state) ? 'calls' : ''}`} aria-current="true">
      <time dateTime={activity.at}>{hour(activity.at)}</time>
      <Icon name={icons[state]} className={icons[state] === 'done' ? 'mk-ok' : ''} />
      <div>
        <b>{t(`enum.vmsConnectionState.${state}`, { time: pausedUntil ? hour(pausedUntil) : '' })}</b>
        <p>{why.filter(Boolean).join(' ')}</p>
      </div>
      <Remedy connection={connection} activity={activity} onDone={onDone} />
    </li>
  );
};

const Remedy = ({ connection, activity, onDone }: Props) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  const mayConfigure = useCan('vms.mapping.write');
  if (activity.state === 'PAUSED') return <GoOn id={connection.id} waiting={activity.waiting} onDone={onDone} />;
  const { id } = connection;
  const mappings = '/platform/vms/mappings';
  const isUnmapped = activity.state === 'NO_MAPPING';
  const links = [
    isUnmapped && (['mappings', mappings, filtered(mappings, { connectionId: id })] as const),
    isUnmapped &&
      mayConfigure &&
      (['newMapping', mappings, newMappingAddress(connection, 'outbound', 'APPLICATION')] as const),
    activity.state === 'RESTORED' && (['status', '/platform/status', '/platform/status'] as const),
    activity.heldBack > 0 &&
      ([
        'heldBack',
        '/platform/vms/inbound',
        filtered('/platform/vms/inbound', { connectionId: id, state: ['QUARANTINED'] }),
      ] as const),
  ];
  return (
    <span className="vmc-do">
      {links.map(
        link =>
          link &&
          canOpen(link[1]) && (
            <Link key={link[0]} to={link[2]}>
              {t(`panel.vms.now.open.${link[0]}`)}
            </Link>
          ),
      )}
    </span>
  );
};

const GoOn = ({ id, waiting, onDone }: { id: number; waiting: number; onDone?: (() => void) | undefined }) => {
  const t = useTranslate();
  const notify = useNotify();
  const [mayConfigure, mayReplay] = [useCan('vms.mapping.write'), useCan('vms.message.replay')];
  const resume = useMutation({
    mutationFn: () => request('POST', `/api/vms/connection/${id}/resume`, { body: {} }),
    onSuccess: () => {
      notify('resources.vmsConnection.actions.resume.done', { type: 'success' });
      onDone?.();
    },
  });
  if (!mayConfigure && !mayReplay) return null;
  return (
    <span className="vmc-do">
      <Button small isBusy={resume.isPending} onClick={() => resume.mutate()}>
        {waiting > 0 ? t('panel.vms.now.goOnWith', { smart_count: waiting }) : t('panel.vms.connect.goOn')}
      </Button>
      {resume.error && <Refusal error={resume.error} onRetry={retryOf(resume)} />}
    </span>
  );
};
