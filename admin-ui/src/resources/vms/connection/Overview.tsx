import { useTranslate } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { AsideProps } from '../../../engine/overrideProps';
import type { VmsActivity } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { request } from '../../../providers/http';
import { Skeleton } from '../../../ui/Skeleton';
import { ByHand } from '../ByHand';
import { Bands } from './Bands';
import { CallsPart } from './CallsPart';
import { ConnectionTest } from './ConnectionTest';
import { EventLine } from './EventLine';
import { goesOn } from './bands';
import { InboundPart } from './InboundPart';
import { LastMessages } from './LastMessages';
import { NowLine } from './NowLine';
import { SecretsPart } from './SecretsPart';
import { SentLine } from './SentLine';
import '../vms.css';
import './connection.css';

/** What a connection is doing and what has happened on it at the left, how it is connected at the right. */
export const Overview = ({ record, onDone }: AsideProps<VmsConnection>) => {
  const t = useTranslate();
  const client = useQueryClient();
  const key = ['vms', 'activity', record.id, record.version];
  const activity = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await request<VmsActivity>('GET', `/api/vms/connection/${record.id}/activity`, { signal })).data,
    gcTime: 0,
  });
  const seen = (now: VmsActivity) => client.setQueryData(key, now);
  const { data } = activity;
  return (
    <div className="vmc">
      <div>
        {activity.error && <Refusal error={activity.error} onRetry={retryOf(activity)} />}
        {!data && !activity.error && <Skeleton width={320} />}
        {data && (
          <>
            {data.byHand && <ByHand client={{ id: record.clientId, name: record.clientName }} />}
            <Bands activity={data} />
            <ol className="vmc-story" aria-label={t('panel.vms.story.title')}>
              <NowLine connection={record} activity={data} onDone={onDone} />
              <SentLine connection={record} activity={data} />
              {data.events
                .filter(event => !(event.kind === 'PAUSED' && goesOn(event, data.at)))
                .map(event => (
                  <EventLine key={event.id} connection={record} event={event} now={data.at} onSeen={seen} />
                ))}
            </ol>
            {data.earlier > 0 && (
              <p className="t2 s13">{t('panel.vms.story.earlier', { smart_count: data.earlier })}</p>
            )}
            <LastMessages connection={record} activity={data} />
          </>
        )}
      </div>
      <div className="vmc-rail">
        <InboundPart connection={record} />
        <SecretsPart connection={record} onDone={onDone} />
        {record.baseUrl && <ConnectionTest id={record.id} />}
        {data && <CallsPart connection={record} activity={data} />}
      </div>
    </div>
  );
};
