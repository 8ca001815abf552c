import { useTranslate } from 'ra-core';
import type { ImportFileColumn, ImportKind, ImportPlanRow } from '../../generated/answers';
import { Chip } from '../../ui/Chip';
import type { Look } from '../../ui/statusLook';
import { useFailureText } from '../form/useFailureText';
import { useColumnName } from './useColumnName';

interface Props {
  row: ImportPlanRow;
  columns: readonly ImportFileColumn[];
}

const looks: Record<ImportKind, Look> = {
  NEW: { tone: 'ok', icon: 'plus' },
  CHANGED: { tone: 'info', icon: 'half' },
  SAME: { tone: 'neutral', icon: 'done' },
  EXISTS: { tone: 'neutral', icon: 'dashed' },
  REFUSED: { tone: 'bad', icon: 'alert' },
};

/** What would become of a row: its cells, what it changes, and why it is refused, cell by cell. */
export const PlanLine = ({ row, columns }: Props) => {
  const t = useTranslate();
  const reasons = useReasons(row);
  const nameOf = useColumnName();
  const cells = row.cells.filter((cell, i) => cell !== '' && columns[i]?.field !== '');
  return (
    <li>
      <span className="grow name">
        {row.title || cells.slice(0, 3).join(' ') || t('panel.import.row', { line: row.line })}
        <span className="of">
          {t('panel.import.row', { line: row.line })} · {cells.join(' · ')}
        </span>
        {row.changes.map(({ field, before, after }) => (
          <span className="of" key={field}>
            {t('panel.import.after', {
              name: nameOf(field),
              before: before || t('panel.import.empty'),
              after: after || t('panel.import.empty'),
            })}
          </span>
        ))}
        {reasons.map(text => (
          <b className="of" key={text}>
            {text}
          </b>
        ))}
      </span>
      <Chip {...looks[row.kind]}>{t(`import.kind.${row.kind}`)}</Chip>
    </li>
  );
};

/** Why a row is refused, in sentences. */
const useReasons = ({ kind, fieldErrors, messages, params, candidates }: ImportPlanRow) => {
  const t = useTranslate();
  const say = useFailureText();
  const nameOf = useColumnName();
  if (kind !== 'REFUSED') return [];
  const out = Object.entries(fieldErrors ?? {}).flatMap(([field, keys]) =>
    keys.map(key => {
      const bounds: unknown = params?.[field]?.[key];
      const text = say(key, bounds && typeof bounds === 'object' ? { ...bounds } : {});
      return field === 'row' ? text : `${nameOf(field.replace(/\[\d+\]/, ''))}: ${text}`;
    }),
  );
  if (out.length === 0) out.push(...(messages ?? []).map(key => say(key)));
  if (candidates.length > 0)
    out.push(
      t('panel.import.candidates', { names: candidates.map(({ handle, name }) => `${name} (${handle})`).join(', ') }),
    );
  return out;
};
