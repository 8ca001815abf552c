import { useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { dateFormat } from '../../../format/format';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { VmsActivity } from '../../../generated/answers';
import type { VmsConnection, VmsMessage } from '../../../generated/resources';
import { useCan } from '../../../meta';
import { request } from '../../../providers/http';
import { Link } from '../../../router/Link';
import { StatusChip } from '../../../ui/StatusChip';
import { useDetailText } from '../useDetailText';

const shown = 6;

/** The last messages of both directions. */
export const LastMessages = ({ connection, activity }: { connection: VmsConnection; activity: VmsActivity }) => {
  const t = useTranslate();
  const mayRead = useCan('vms.message.read');
  const path = `/api/vms/message?connectionId=${connection.id}&limit=${shown}&s=created:desc`;
  const last = useQuery({
    queryKey: ['vms', 'last', connection.id, activity.at],
    queryFn: async ({ signal }) => (await request<{ results: VmsMessage[] }>('GET', path, { signal })).data.results,
    enabled: mayRead,
    placeholderData: before => before,
    gcTime: 0,
  });
  const title = t('panel.vms.connect.last');
  if (!mayRead) return null;
  return (
    <section className="vmc-last" aria-label={title}>
      <h3>{title}</h3>
      {last.error && <Refusal error={last.error} onRetry={retryOf(last)} />}
      {last.data?.length === 0 && <p className="t2 s13">{t('panel.vms.connect.noCall')}</p>}
      {last.data && last.data.length > 0 && (
        <table>
          <thead>
            <tr>
              {['time', 'way', 'message', 'detail', 'result'].map(name => (
                <th key={name} scope="col">
                  {t(`panel.vms.last.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {last.data.map(message => (
              <Row key={message.id} message={message} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};

const Row = ({ message }: { message: VmsMessage }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const inWords = useDetailText();
  const { id, direction, entity, messageId, state, failure, reason, detail, created } = message;
  const why = failure ? t(`enum.applicationReason.${failure}`) : reason && t(`enum.vmsReason.${reason}`);
  const at = dateFormat(locale, {
    day: '2-digit',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <tr>
      <td>{created && at.format(new Date(created))}</td>
      <td>{t(`enum.vmsDirection.${direction}`)}</td>
      <td>
        <Link to={`/platform/vms/${direction}/${id}`}>{t(`enum.vmsEntity.${entity}`)}</Link>{' '}
        <span className="mono t2">{messageId}</span>
      </td>
      <td title={detail ? inWords(detail) : undefined}>
        {[why, detail && inWords(detail)].filter(Boolean).join(': ')}
      </td>
      <td>
        <StatusChip status={state ?? ''} label={t(`enum.vmsMessageState.${state}`)} />
      </td>
    </tr>
  );
};
