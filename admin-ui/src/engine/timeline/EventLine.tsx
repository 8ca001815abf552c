import type { ReactNode } from 'react';
import { LinkBase, ResourceContextProvider, useLocaleState, useTranslate } from 'ra-core';
import { formatInstant } from '../../format/format';
import { whenOf } from '../../format/when';
import type { TimelineEvent } from '../../generated/answers';
import { findResource, resourceKey, useMeta, type ResourceMeta } from '../../meta';
import { Icon, type IconName } from '../../ui/Icon';
import { StatusChip } from '../../ui/StatusChip';
import { ActionText } from '../history/HistoryEntry';
import { EventChanges, shownFields } from './EventChanges';
import type { EventKind } from './timelineCalls';

interface Props {
  /** The resource of the record whose timeline it is. */
  meta: ResourceMeta;
  event: TimelineEvent;
  /** What that record is called: it says nothing beside others. */
  title: string;
  /** Stands below it. */
  below?: ReactNode;
}

const icons: Record<EventKind, IconName> = {
  CHANGES: 'edit',
  STATUSES: 'swap',
  RELATED: 'case',
  MAILS: 'send',
  NOTES: 'bookmark',
};

/** One event: who did what to which record and when; of a change the fields before and after. */
export const EventLine = ({ meta, event, title, below }: Props) => {
  const [locale = 'en'] = useLocaleState();
  const kind = event.kind ?? 'CHANGES';
  return (
    <li className="ev">
      <Icon name={icons[kind]} className="t2" />
      <div className="grow">
        <p className="ev-h">
          <span className="grow">
            <Words meta={meta} event={event} title={title} />
          </span>
          <time dateTime={event.at} title={formatInstant(locale, event.at)}>
            {whenOf(locale, event.at)}
          </time>
        </p>
        {event.text && <p className="tl-t">{event.text}</p>}
        {event.entry && <EventChanges meta={meta} event={event} />}
        {below}
      </div>
    </li>
  );
};

const Words = ({ meta, event, title }: Props) => {
  const t = useTranslate();
  const all = useMeta();
  const { actor, entry, mail } = event;
  if (mail) {
    return (
      <>
        <b>{t(`enum.mailTemplate.${mail.template}`)}</b> {mail.to}{' '}
        <StatusChip status={mail.state ?? ''} label={t(`enum.mailState.${mail.state}`)} />{' '}
        <Other event={event} beside={title} />
      </>
    );
  }
  const name = (actor.kind !== 'system' && actor.name) || t(`panel.history.actor.${actor.kind}`);
  const own = findResource(all, event.entity) ?? meta;
  const shown = shownFields(own, event).length;
  return (
    <>
      <b>{name}</b>{' '}
      {entry ? (
        <ResourceContextProvider value={resourceKey(own)}>
          <ActionText meta={own} entry={entry} count={shown} />
        </ResourceContextProvider>
      ) : (
        t('panel.timeline.wrote')
      )}{' '}
      <Other event={event} beside={title} />
    </>
  );
};

/** What stands between the parts of a title. */
const between = ' – ';

/** The record that belongs to the one of the timeline, and leads to it. */
const Other = ({ event, beside }: { event: TimelineEvent; beside: string }) => {
  const { entity, entityId } = event;
  const title = event.title
    .split(between)
    .filter((part, _, all) => part !== beside || all.length === 1)
    .join(between);
  const target = findResource(useMeta(), entity);
  if (!title) return null;
  return target?.route ? <LinkBase to={`/${resourceKey(target)}/${entityId}`}>{title}</LinkBase> : <span>{title}</span>;
};
