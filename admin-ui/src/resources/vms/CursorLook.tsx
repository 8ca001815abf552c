import { useTranslate } from 'ra-core';
import type { VmsCursorEntry, VmsCursorMove } from '../../generated/answers';
import { TrialEffect } from './TrialEffect';

/** Counts that say what lies behind a cursor, in the order of the sentence. */
const counts = ['known', 'created', 'changed', 'proposed', 'held'] as const;

/** What lies behind a cursor, and what of it would have an effect. */
export const CursorLook = ({ seen }: { seen: VmsCursorMove }) => {
  const t = useTranslate();
  const title = t('panel.vms.cursor.behind', { smart_count: seen.read });
  return (
    <section className="vms-part" aria-label={title}>
      <h3>{title}</h3>
      {seen.more && <p>{t('panel.vms.cursor.more')}</p>}
      <dl>
        {counts.map(name => (
          <div key={name}>
            <dt>{t(`panel.vms.cursor.${name}`)}</dt>
            <dd>{seen[name]}</dd>
          </div>
        ))}
      </dl>
      <div className="vms-exchanges">
        {seen.messages.map(each => (
          <Entry key={each.messageId} entry={each} />
        ))}
      </div>
    </section>
  );
};

const Entry = ({ entry }: { entry: VmsCursorEntry }) => {
  const t = useTranslate();
  const name = `${entry.messageId} · ${t(`enum.vmsEntity.${entry.entity}`)}`;
  if (!entry.effect) return <p>{`${name} · ${t('panel.vms.cursor.isKnown')}`}</p>;
  return (
    <details>
      <summary>{name}</summary>
      <TrialEffect effect={entry.effect} />
    </details>
  );
};
