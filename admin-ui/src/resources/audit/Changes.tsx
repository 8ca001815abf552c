import { useTranslate } from 'ra-core';
import type { Values } from '../../engine/form/changes';
import { useDifferenceTexts } from '../../engine/history/useDifferenceTexts';
import { findResource, fieldOf, useMeta, type FieldMeta, type RecordOf } from '../../meta';
import { DifferenceCells } from '../../ui/Difference';
import { extraValueOf } from './extraValues';
import { useFieldName } from './useFieldName';
import { textIfAny } from '../../providers/textIfAny';
import '../../engine/history/history.css';

/** The fields of an entry before and after; what one may not read, or what was forgotten, says so in place of its values. */
export const Changes = ({ entry }: { entry: RecordOf<'audit'> }) => {
  const t = useTranslate();
  const resource = findResource(useMeta(), entry.entity);
  const nameOf = useFieldName(entry.entity);
  const before = (entry.before ?? {}) as Values; // kinds of values are those of the fields
  const after = (entry.after ?? {}) as Values;
  const fields = [...new Set([...entry.changed, ...Object.keys(before), ...Object.keys(after)])];
  if (fields.length === 0) return <p className="t2">{t('audit.entry.nothing')}</p>;
  return (
    <div className="df">
      {fields.map(name => {
        const missing = entry.gone.includes(name)
          ? t('audit.entry.gone')
          : !(name in before) && !(name in after) && t('audit.entry.masked');
        return (
          <div key={name} className="df-r">
            <span className="df-f">{nameOf(name)}</span>
            {missing ? (
              <span className="t2">{missing}</span>
            ) : (
              <Change
                entity={entry.entity}
                field={resource && fieldOf(resource, name)}
                name={name}
                before={before}
                after={after}
              />
            )}
          </div>
        );
      })}
    </div>
  );
};

interface Props {
  entity: string;
  field: FieldMeta | undefined;
  name: string;
  before: Values;
  after: Values;
}

const Change = ({ entity, field, name, before, after }: Props) => {
  const t = useTranslate();
  const extra = extraValueOf(entity, name);
  const say = (value: unknown): unknown => {
    if (!extra.stem || value === undefined || value === null || value === '') return value;
    if (Array.isArray(value)) return value.map(say).join(', ');
    return textIfAny(t, [`${extra.stem}.${String(value)}`]) ?? value;
  };
  const said = (values: Values) => ({ ...values, [name]: say(values[name]) });
  const [old, now] = useDifferenceTexts(field ?? extra.field, name, said(before), said(after));
  return <DifferenceCells before={old} after={now} />;
};
