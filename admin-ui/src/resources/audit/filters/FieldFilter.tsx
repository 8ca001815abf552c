import { useTranslate } from 'ra-core';
import type { FilterProps } from '../../../engine/list/filters/FilterProps';
import { LookupFilter } from '../../../engine/list/filters/LookupFilter';
import type { Lookup } from '../../../engine/list/filters/useLookup';
import { textIfAny } from '../../../providers/textIfAny';
import { useEntity } from '../EntityCell';
import { labelsOf } from '../labels';
import { fetchChangedFields } from './changedFields';

/** Filters by the field that was changed, among those that any entry changed, by the names on the screens. */
export const FieldFilter = (props: FilterProps) => {
  const say = useChangedField();
  const lookup: Lookup = {
    key: 'audit/field',
    search: async (text, signal) => {
      const words = text.toLocaleLowerCase().split(/\s+/);
      const fields = await fetchChangedFields(signal);
      return fields
        .map(({ entity, field }) => ({ value: `${entity}.${field}`, text: say(entity, field) }))
        .filter(option => words.every(word => option.text.toLocaleLowerCase().includes(word)))
        .sort((a, b) => a.text.localeCompare(b.text));
    },
    textOf: value => {
      const [entity = '', ...field] = value.split('.');
      return Promise.resolve(say(entity, field.join('.')));
    },
  };
  return <LookupFilter {...props} lookup={lookup} />;
};

/** Gives the function that names a field together with the kind of its record. */
const useChangedField = () => {
  const t = useTranslate();
  const nameOf = useEntity();
  return (entity: string, field: string) => `${nameOf(entity)} · ${textIfAny(t, labelsOf(entity, field)) ?? field}`;
};
