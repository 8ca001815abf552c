import { LinkBase, useTranslate } from 'ra-core';
import { recordTitle, type ResourceMeta } from '../../meta';
import { Skeleton } from '../../ui/Skeleton';
import { retryOf } from '../form/retryOf';
import '../history/history.css';
import { Refusal } from '../list/dialogs/Refusal';
import { EventLine } from '../timeline/EventLine';
import { latestKinds, timelineTab, useTimeline } from '../timeline/timelineCalls';
import '../timeline/timeline.css';
import { useRecordPath } from '../useRecordPath';
import type { Saved } from '../useRecordSaved';
import { SummaryPart } from './SummaryPart';

const mostEvents = 4;

/** The last mails, notes, changes of status and of applications, with the way to all. */
export const LatestEvents = ({ meta, record }: { meta: ResourceMeta; record: Saved }) => {
  const t = useTranslate();
  const all = useRecordPath()(record.id, timelineTab);
  const wanted = {
    entity: meta.name,
    id: record.id,
    kinds: latestKinds,
    limit: mostEvents,
    version: record['version'],
  };
  const query = useTimeline(wanted);
  const events = query.data?.pages[0]?.results ?? [];
  return (
    <SummaryPart
      title={t('panel.summary.latest')}
      isBusy={query.isPending}
      more={<LinkBase to={all}>{t('panel.summary.all')}</LinkBase>}
    >
      {query.error && <Refusal error={query.error} onRetry={retryOf(query)} />}
      {query.isPending && <Skeleton width={320} />}
      {query.isSuccess && events.length === 0 && <p className="t2">{t('panel.timeline.none')}</p>}
      <ol className="hist">
        {events.map(event => (
          <EventLine
            key={`${event.kind} ${event.entity} ${event.id}`}
            meta={meta}
            event={event}
            title={recordTitle(meta, record)}
          />
        ))}
      </ol>
    </SummaryPart>
  );
};
