import type { ReactNode } from 'react';
import { ResourceContextProvider, useTranslate } from 'ra-core';
import type { TimelineEvent } from '../../generated/answers';
import { fieldLabel, fieldOf, findResource, resourceKey, useMeta, type ResourceMeta } from '../../meta';
import { DifferenceCells } from '../../ui/Difference';
import { useDifferenceTexts } from '../history/useDifferenceTexts';
import { isUpdate } from '../history/isUpdate';
import { silent } from '../history/version';

const mostFields = 6;

/**
 * The fields that somebody has written, and the status: what the service sets besides says nothing more. Where nobody has
 * written any, what the service has set is all that happened.
 */
export const shownFields = (meta: ResourceMeta, { entry }: TimelineEvent) => {
  if (!entry || entry.action === 'create') return [];
  const isWritten = (name: string) => name === meta.status || fieldOf(meta, name)?.readOnly !== true;
  const changed = entry.changed.filter(name => !silent.has(name));
  const written = changed.filter(isWritten);
  return written.length > 0 || !isUpdate(meta, entry) ? written : changed;
};

interface Props {
  meta: ResourceMeta;
  event: TimelineEvent;
}

/** The fields of a change before and after, as far as there are few. */
export const EventChanges = ({ meta, event }: Props) => {
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
