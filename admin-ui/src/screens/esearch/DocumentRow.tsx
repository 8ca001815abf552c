import { useLocale, useTranslate } from 'ra-core';
import { dateFormat, formatDay, formatInstant } from '../../format/format';
import { useMinute } from '../../engine/useMinute';
import { enumText, useMeta } from '../../meta';
import { textIfAny } from '../../providers/textIfAny';
import type { IndexFound } from '../../generated/answers';
import { Link } from '../../router/Link';
import { IconButton } from '../../ui/IconButton';
import { DriftChip } from './DriftChip';
import { lookOf, placeOf } from './types';

interface Props {
  type: string;
  found: IndexFound;
  /** Absent for who may only look. */
  onPut: (() => void) | undefined;
  onRemove: () => void;
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** One document: what it is of, both versions, and what may be done to it. */
export const DocumentRow = ({ type, found, onPut, onRemove }: Props) => {
  const t = useTranslate();
  const meta = useMeta();
  const { id, source, version, dbVersion, indexedAt, drift } = found;
  const { title, state, states } = lookOf(type);
  const name = title.map(field => text(source?.[field])).find(Boolean) ?? `${id}`;
  const current = text(source?.[state]);
  return (
    <tr>
      <td className="c-id">{id}</td>
      <td className="c-handle mono">{text(source?.['handle'])}</td>
      <th scope="row" className="c-title">
        <Link to={`${placeOf(type)}/${id}`}>{name}</Link>
      </th>
      <td className="c-state">{current && (textIfAny(t, [enumText(meta, states, current)]) ?? current)}</td>
      <td className="c-database">{dbVersion ?? '–'}</td>
      <td className={`c-index ${dbVersion === version ? '' : 'b'}`}>{version}</td>
      <td className="c-indexedAt">{indexedAt && <IndexedAt at={indexedAt} />}</td>
      <td className="c-comparison">
        <DriftChip drift={drift} />
      </td>
      {onPut && (
        <td className="c-actions">
          <IconButton small icon="refresh" label={t('esearch.reindex', { id })} onClick={onPut} />
          <IconButton small icon="trash" label={t('esearch.remove', { id })} onClick={onRemove} />
        </td>
      )}
    </tr>
  );
};

const IndexedAt = ({ at }: { at: string }) => {
  const locale = useLocale() ?? 'en';
  const now = useMinute();
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const clock = dateFormat(locale, { timeStyle: 'medium' });
  return (
    <time dateTime={at} title={formatInstant(locale, at)}>
      {isToday ? clock.format(new Date(at)) : formatDay(locale, now, at)}
    </time>
  );
};
