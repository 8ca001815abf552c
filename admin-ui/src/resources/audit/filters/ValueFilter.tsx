import { useListContext, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { useValueText } from '../../../engine/form/useValueText';
import type { FilterProps } from '../../../engine/list/filters/FilterProps';
import { LookupFilter } from '../../../engine/list/filters/LookupFilter';
import { TextFilter } from '../../../engine/list/filters/TextFilter';
import { recordLookup, type Lookup } from '../../../engine/list/filters/useLookup';
import { fieldOf, findResource, useMeta, type FieldMeta, type Kind, type Meta } from '../../../meta';
import { fetchChangedFields } from './changedFields';
import { LockedFilter } from './LockedFilter';
import { NumberFilter } from './NumberFilter';

const numberKinds: Kind[] = ['int', 'decimal', 'money', 'percent'];

/**
 * Filters by the value that a field had or got: chosen by its words where the field has choices, otherwise typed. Before a
 * field is chosen, and for one whose values the reader may not see, it says so instead.
 */
export const ValueFilter = (props: FilterProps) => {
  const t = useTranslate();
  const meta = useMeta();
  const say = useValueText();
  const { filterValues } = useListContext();
  const [entity = '', name = ''] = String(filterValues['field'] ?? '').split('.');
  const resource = findResource(meta, entity);
  const field = resource && fieldOf(resource, name);
  const { data: fields } = useQuery({
    queryKey: ['audit', 'fields', entity, name],
    queryFn: ({ signal }) => fetchChangedFields(signal, `${entity}.${name}`),
    enabled: name !== '',
    staleTime: 300_000,
  });
  const isUnreadable = fields?.some(one => one.entity === entity && one.field === name && !one.readable);
  if (!name || isUnreadable) {
    const refusal = t(name ? 'validation.unreadableField' : 'panel.audit.fieldFirst');
    return <LockedFilter label={props.label} refusal={refusal} hasReasonBeside={props.filter.name === 'oldValue'} />;
  }
  const codes = codesOf(field, meta.enums);
  const target = field?.ref ? findResource(meta, field.ref) : undefined;
  if (field && codes.length > 0) {
    const options = codes.map(value => ({ value, text: say(field, isBool(field) ? value === 'true' : value, {}) }));
    return <LookupFilter key={`${entity}.${name}`} {...props} lookup={choiceOf(`${entity}.${name}`, options)} />;
  }
  if (target?.can.includes('read'))
    return <LookupFilter key={target.name} {...props} lookup={recordLookup(target.path, target.title, 'id')} />;
  if (field && numberKinds.includes(field.kind)) return <NumberFilter key={`${entity}.${name}`} {...props} />;
  return <TextFilter {...props} />;
};

const isBool = (field: FieldMeta | undefined) => field?.kind === 'bool';

const codesOf = (field: FieldMeta | undefined, enums: Meta['enums']) => {
  if (isBool(field)) return ['true', 'false'];
  return (field?.enum && enums?.[field.enum]) || [];
};

interface Choice {
  value: string;
  text: string;
}

const choiceOf = (key: string, options: readonly Choice[]): Lookup => ({
  key: `audit/value/${key}`,
  search: text =>
    Promise.resolve(options.filter(one => one.text.toLocaleLowerCase().includes(text.toLocaleLowerCase()))),
  textOf: value => Promise.resolve(options.find(one => one.value === value)?.text),
});
