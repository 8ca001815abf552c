import type { ReactNode } from 'react';
import { LinkBase, ResourceContextProvider, useLocaleState, useTranslate } from 'ra-core';
import { formatInstant } from '../../format/format';
import { whenOf } from '../../format/when';
import type { TimelineEvent } from '../../generated/answers';
import { fieldLabel, fieldOf, findResource, resourceKey, useMeta, type ResourceMeta } from '../../meta';
import { DifferenceCells } from '../../ui/Difference';
import { Icon, type IconName } from '../../ui/Icon';
import { StatusChip } from '../../ui/StatusChip';
import { Deed } from '../history/HistoryEntry';
import { useDifferenceTexts } from '../history/useDifferenceTexts';
import { silent } from '../history/version';
import type { EventKind } from './timelineCalls';

interface Props {
  /** The resource of the record whose timeline it is. */
  meta: ResourceMeta;
  event: TimelineEvent;
  /** What that record is called: it says nothing beside others. */
  title: string;
}

const icons: Record<EventKind, IconName> = {
  CHANGES: 'edit',
  STATUSES: 'swap',
  RELATED: 'case',
  MAILS: 'send',
  NOTES: 'bookmark',
};

/** One event: who did what to which record and when; of a change the fields before and after. */
export const EventLine = ({ meta, event, title }: Props) => {
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
        {event.entry && <Changes meta={meta} event={event} />}
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
          <Deed meta={own} entry={entry} count={shown} />
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

const mostFields = 6;

/** The fields that somebody has written, and the status: what the service notes down besides says nothing more. */
const shownFields = (meta: ResourceMeta, { entry }: TimelineEvent) => {
  if (!entry || entry.action === 'create') return [];
  const isShown = (name: string) => name === meta.status || fieldOf(meta, name)?.readOnly !== true;
  return entry.changed.filter(name => !silent.has(name) && isShown(name));
};

const Changes = ({ meta, event }: Omit<Props, 'title'>) => {
  const t = useTranslate();
  const all = useMeta();
  const { entry } = event;
  const own = findResource(all, event.entity) ?? meta;
  const fields = shownFields(own, event);
  if (!entry || fields.length === 0) return null;
  const more = fields.length - mostFields;
  return (
    <ResourceContextProvider value={resourceKey(own)}>
      <div className="df">
        {fields.slice(0, mostFields).map(name => (
          <Change
            key={name}
            meta={own}
            name={name}
            before={entry.before ?? {}}
            after={entry.after ?? {}}
            isGone={entry.gone?.includes(name) === true}
          />
        ))}
        {more > 0 && <p className="t2">{t('panel.timeline.moreFields', { smart_count: more })}</p>}
      </div>
    </ResourceContextProvider>
  );
};

interface ChangeProps {
  meta: ResourceMeta;
  name: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  isGone: boolean;
}

/** One field before and after; of one whose values are masked or forgotten, that it has changed. */
const Change = ({ meta, name, before, after, isGone }: ChangeProps) => {
  const t = useTranslate();
  const [old, now] = useDifferenceTexts(fieldOf(meta, name), name, before, after);
  const row = (values: ReactNode) => (
    <div className="df-r">
      <span className="df-f">{t(fieldLabel(meta, name))}</span>
      {values}
    </div>
  );
  if (isGone) return row(<span className="t2">{t('audit.entry.gone')}</span>);
  if (!(name in before) && !(name in after)) return row(<span className="t2">{t('panel.timeline.masked')}</span>);
  return row(<DifferenceCells before={old} after={now} />);
};
