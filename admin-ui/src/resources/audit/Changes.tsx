import { useTranslate } from 'ra-core';
import { findResource, fieldOf, useMeta, type RecordOf } from '../../engine/meta';
import { useValueText } from '../../engine/form/useValueText';
import { Came, Gone } from '../../pieces/Difference';
import { useFieldName } from './useFieldName';
import '../../engine/history/history.css';

type Values = Record<string, unknown>;

/** The fields of an entry before and after; what one may not read, or what was forgotten, says so in place of its values. */
export const Changes = ({ entry }: { entry: RecordOf<'audit'> }) => {
  const t = useTranslate();
  const resource = findResource(useMeta(), entry.entity);
  const nameOf = useFieldName(entry.entity);
  const say = useValueText();
  const before = (entry.before ?? {}) as Values; // kinds of values are those of the fields
  const after = (entry.after ?? {}) as Values;
  const fields = [...new Set([...entry.changed, ...Object.keys(before), ...Object.keys(after)])];
  if (fields.length === 0) return <p className="t2">{t('audit.entry.nothing')}</p>;
  return (
    <div className="df">
      {fields.map(name => {
        const field = resource && fieldOf(resource, name);
        const missing = entry.gone.includes(name)
          ? t('audit.entry.gone')
          : !(name in before) && !(name in after) && t('audit.entry.masked');
        return (
          <div key={name} className="df-r">
            <span className="df-f">{nameOf(name)}</span>
            {missing ? (
              <span className="t2">{missing}</span>
            ) : (
              <>
                <span>
                  <Gone>{say(field, before[name], before)}</Gone>
                </span>
                <span>
                  <Came>{say(field, after[name], after)}</Came>
                </span>
              </>
            )}
          </div>
        );
      })}
    </div>
  );
};
