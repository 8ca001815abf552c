import { useLocaleState, useTranslate } from 'ra-core';
import { initialsOfName } from '../../format/initials';
import { LinkButton } from '../../ui/LinkButton';
import { formatInstant } from '../../format/format';
import { useFormState } from '../form/FormContext';
import { useStatusBase } from '../form/possibleStatuses';
import type { ResourceMeta } from '../../meta';
import { useWords } from '../useWords';
import { FieldChange } from './FieldChange';
import type { Saved } from '../useRecordSaved';
import { isNamed, isUpdate } from './isUpdate';
import { asBefore, silent, valuesAfter } from './version';
import { whenOf } from '../../format/when';
import type { HistoryEntry as Entry } from '../../generated/answers';
import { textIfAny } from '../../providers/textIfAny';

interface Props {
  meta: ResourceMeta;
  record: Saved;
  entry: Entry;
  /** The entries after this one, newest first. */
  newer: Entry[];
  onRestore: (field: string, value: unknown) => void;
}

/** One entry of the time line: who, what, when, why, and the fields before and after. */
export const HistoryEntry = ({ meta, record, entry, newer, onRestore }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { kind } = entry.actor;
  const name = (kind !== 'system' && entry.actor.name) || t(`panel.history.actor.${kind}`); // its own is that of its work
  const then = asBefore(record, [...newer, entry]);
  const shown =
    entry.action === 'create' || entry.action === 'read' ? [] : entry.changed.filter(field => !silent.has(field));
  return (
    <li className="ev">
      <span className="ava" aria-hidden="true">
        {initialsOfName(name)}
      </span>
      <div className="grow">
        <p className="ev-h">
          <span className="grow">
            <b>{name}</b> <ActionText meta={meta} entry={entry} count={shown.length} />
          </span>
          <time dateTime={entry.at} title={formatInstant(locale, entry.at)}>
            {whenOf(locale, entry.at)}
          </time>
        </p>
        <Circumstances meta={meta} entry={entry} />
        {shown.length > 0 && (
          <div className="df">
            {shown.map(field => (
              <FieldChange
                key={field}
                meta={meta}
                name={field}
                before={entry.before ?? {}}
                after={entry.after ?? {}}
                then={then}
                isGone={entry.gone?.includes(field) === true}
                onRestore={onRestore}
              />
            ))}
          </div>
        )}
        <FullVersion meta={meta} entry={entry} newer={newer} onRestore={onRestore} />
      </div>
    </li>
  );
};

/** Puts back all that changed since, into the form. */
const FullVersion = ({ meta, entry, newer, onRestore }: Omit<Props, 'record'>) => {
  const t = useTranslate();
  const form = useFormState();
  const values = valuesAfter(meta, newer);
  if (form.isReadOnly || !entry.version || values.length === 0) return null;
  const restore = () => {
    for (const [field, value] of values) onRestore(field, value ?? null);
  };
  return <LinkButton onClick={restore}>{t('panel.history.restoreVersion', { version: entry.version })}</LinkButton>;
};

/** What somebody did, in words. */
export const ActionText = ({ meta, entry, count }: { meta: ResourceMeta; entry: Entry; count: number }) => {
  const { t, name } = useWords();
  if (isNamed(entry)) return <>{t(`panel.history.did.${entry.action}`, { name })}</>;
  if (!isUpdate(meta, entry))
    return <>{t('panel.history.did.action', { action: t(`resources.${meta.name}.actions.${entry.action}.label`) })}</>;
  return <>{t('panel.history.did.update', { smart_count: count })}</>;
};

const Circumstances = ({ meta, entry }: { meta: ResourceMeta; entry: Entry }) => {
  const t = useTranslate();
  const base = useStatusBase(meta);
  const reason = entry.reason ? (textIfAny(t, [`${base}.reason.${entry.reason}`]) ?? entry.reason) : '';
  const parts = [
    t(`panel.history.source.${entry.source}`),
    entry.causedBy ? t('panel.history.causedBy', { name: entry.causedBy.name }) : '',
    entry.version ? t('panel.history.version', { version: entry.version }) : '',
    reason && t('panel.history.reason', { reason }),
    entry.comment ? t('panel.history.comment', { comment: entry.comment }) : '',
  ];
  return <p className="ev-c">{parts.filter(Boolean).join(' · ')}</p>;
};
