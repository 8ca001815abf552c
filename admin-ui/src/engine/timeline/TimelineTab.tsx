import { useState, type ComponentType } from 'react';
import { useTranslate } from 'ra-core';
import { findResource, recordTitle, useCan, useMeta, type ResourceMeta } from '../../meta';
import type { TimelineEvent } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Empty } from '../../ui/Empty';
import { Skeleton } from '../../ui/Skeleton';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import type { Saved } from '../useRecordSaved';
import { isUpdate } from '../history/isUpdate';
import { shownFields } from './EventChanges';
import { EventLine } from './EventLine';
import { kindsFor, useTimeline, type EventKind } from './timelineCalls';
import '../history/history.css';
import './timeline.css';

interface Props {
  meta: ResourceMeta;
  record: Saved;
}

interface EventsProps extends Props {
  kinds: readonly EventKind[];
  /** Says that there are none. */
  none: string;
  /** Stands below each event. */
  Below?: ComponentType<{ event: TimelineEvent }>;
}

const pageSize = 25;

/** All that has happened to a record in one order, or what of it one chooses. */
export const TimelineTab = ({ meta, record }: Props) => {
  const t = useTranslate();
  const opens = { history: meta.can.includes('history'), notes: useCan('note.read') };
  const offered = kindsFor(opens);
  const [chosen, setChosen] = useState<EventKind[]>([]);
  const toggle = (kind: EventKind, isOn: boolean) =>
    setChosen(before => (isOn ? [...before, kind] : before.filter(one => one !== kind)));
  return (
    <>
      <fieldset className="tl-k">
        <legend>{t('panel.timeline.show')}</legend>
        {offered.map(kind => (
          <Checkbox
            key={kind}
            label={t(`enum.timelineKind.${kind}`)}
            isOn={chosen.includes(kind)}
            onChange={isOn => toggle(kind, isOn)}
          />
        ))}
      </fieldset>
      <Events
        meta={meta}
        record={record}
        kinds={chosen}
        none={t(chosen.length > 0 ? 'panel.timeline.noneChosen' : 'panel.timeline.none')}
      />
    </>
  );
};

/** Events of some kinds, the newest first, with the way to those before. */
export const Events = ({ meta, record, kinds, none, Below }: EventsProps) => {
  const t = useTranslate();
  const all = useMeta();
  const query = useTimeline({
    entity: meta.name,
    id: record.id,
    kinds,
    limit: pageSize,
    version: record['version'],
  });
  if (query.error) return <Refusal error={query.error} onRetry={retryOf(query)} />;
  if (!query.data) return <Skeleton width={320} />;
  const isShown = (event: TimelineEvent) => {
    const own = findResource(all, event.entity) ?? meta;
    return !event.entry || !isUpdate(own, event.entry) || shownFields(own, event).length > 0;
  };
  const events = query.data.pages.flatMap(page => page.results).filter(isShown);
  if (events.length === 0 && !query.hasNextPage) return <Empty icon="clock" title={none} />;
  return (
    <>
      <ol className="hist" aria-label={t('panel.timeline.tab')}>
        {events.map(event => (
          <EventLine
            key={`${event.kind} ${event.entity} ${event.id}`}
            meta={meta}
            event={event}
            title={recordTitle(meta, record)}
            below={Below && <Below event={event} />}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('panel.timeline.more')}
        </Button>
      )}
    </>
  );
};
