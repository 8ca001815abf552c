import { useTranslate } from 'ra-core';
import { fieldLabel, fieldOf, useResourceMeta, type RecordOf } from '../../meta';
import { useValueText } from '../../engine/form/useValueText';
import { useCanOpen } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import { findResource, useMeta } from '../../meta';
import { useReason } from './useReason';

const shown = ['reason', 'comment', 'source', 'onBehalfOf', 'clientId', 'requestId', 'batchId', 'ip', 'userAgent'];

/** What else an entry says, as far as it says it, and the way to its record. */
export const Facts = ({ entry }: { entry: RecordOf<'audit'> }) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const say = useValueText();
  const reasonOf = useReason();
  const record = { ...entry } as Record<string, unknown>;
  const facts = shown.flatMap(name => {
    const value = name === 'reason' ? reasonOf(entry) : record[name];
    const text = value === 0 ? '' : say(fieldOf(meta, name), value, record);
    return text ? [{ name, text }] : [];
  });
  return (
    <>
      <dl className="audit-facts">
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{t(fieldLabel(meta, name))}</dt>
            <dd>{name === 'requestId' ? <Link to={`/support/${text}`}>{text}</Link> : text}</dd>
          </div>
        ))}
      </dl>
      <Way entry={entry} />
    </>
  );
};

const Way = ({ entry }: { entry: RecordOf<'audit'> }) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  const route = findResource(useMeta(), entry.entity)?.route;
  const to = route && entry.entityId ? `${route}/${entry.entityId}` : '';
  return canOpen(to) ? <Link to={to}>{t('audit.entry.open')}</Link> : null;
};
