import { useTranslate } from 'ra-core';
import type { Values } from '../../engine/form/changes';
import { findResource, fieldOf, useMeta, type RecordOf } from '../../meta';
import { DifferenceCells } from '../../ui/Difference';
import { useChangeTexts, type ChangedValue } from './useChangeTexts';
import { useFieldName } from './useFieldName';
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

const Change = (change: ChangedValue) => {
  const [old, now] = useChangeTexts(change);
  return <DifferenceCells before={old} after={now} />;
};
