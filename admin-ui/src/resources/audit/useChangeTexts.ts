import { useTranslate } from 'ra-core';
import type { Values } from '../../engine/form/changes';
import { useDifferenceTexts } from '../../engine/history/useDifferenceTexts';
import type { FieldMeta } from '../../meta';
import { textIfAny } from '../../providers/textIfAny';
import { extraValueOf } from './extraValues';

/** One field of an entry, with all values before and after. */
export interface ChangedValue {
  entity: string;
  field: FieldMeta | undefined;
  name: string;
  before: Values;
  after: Values;
}

/** Writes a changed field before and after in words; coded values beside the fields of a record too. */
export const useChangeTexts = ({ entity, field, name, before, after }: ChangedValue) => {
  const t = useTranslate();
  const extra = extraValueOf(entity, name);
  const say = (value: unknown): unknown => {
    if (entity === 'setting' && typeof value === 'boolean') return t(`setting.${value ? 'on' : 'off'}`);
    if (!extra.stem || value === undefined || value === null || value === '') return value;
    if (Array.isArray(value)) return value.map(say).join(', ');
    return textIfAny(t, [`${extra.stem}.${String(value)}`]) ?? value;
  };
  const written = (values: Values) => ({ ...values, [name]: say(values[name]) });
  return useDifferenceTexts(field ?? extra.field, name, written(before), written(after));
};
