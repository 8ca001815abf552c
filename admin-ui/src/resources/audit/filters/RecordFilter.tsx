import { useListContext } from 'ra-core';
import { fetchPage } from '../../../engine/fetchPage';
import type { FilterProps } from '../../../engine/list/filters/FilterProps';
import { LookupFilter } from '../../../engine/list/filters/LookupFilter';
import { TextFilter } from '../../../engine/list/filters/TextFilter';
import type { Lookup } from '../../../engine/list/filters/useLookup';
import { fieldOf, findResource, recordTitle, useMeta, type ResourceMeta } from '../../../meta';

/**
 * Filters by a record: by its title or number once one kind of records is chosen that one may read, otherwise by its id alone.
 */
export const RecordFilter = (props: FilterProps) => {
  const { filterValues } = useListContext();
  const meta = useMeta();
  const kinds = [filterValues['entity'] ?? []].flat() as string[]; // one or several, as the filter of kinds sets them
  const target = kinds.length === 1 ? findResource(meta, kinds[0] ?? '') : undefined;
  if (!target?.can.includes('read')) return <TextFilter {...props} />;
  return <LookupFilter key={target.name} {...props} lookup={recordsOf(target)} />;
};

const atMost = 50;

const recordsOf = (target: ResourceMeta): Lookup => {
  const searchRecords = async (filter: Record<string, unknown>, signal: AbortSignal) => {
    const sort = fieldOf(target, target.title)?.sortable && { sort: `${target.title}:asc` };
    return (await fetchPage(target.path, { filter, ...sort, limit: atMost, signal })).results;
  };
  return {
    key: `audit/record/${target.name}`,
    search: async (text, signal) => {
      const found = await Promise.all(waysTo(target, text).map(filter => searchRecords(filter, signal)));
      const byId = new Map(found.flat().map(record => [String(record['id']), record]));
      return [...byId].map(([value, record]) => ({ value, text: textOf(target, record) }));
    },
    textOf: async (id, signal) => (await searchRecords({ id }, signal)).map(record => textOf(target, record))[0],
  };
};

/** What to ask for by what was typed: a part of the title, the number that people know, the id. */
const waysTo = (target: ResourceMeta, text: string): Record<string, unknown>[] => {
  if (!text) return [{}];
  const has = (name: string) => target.filters.some(filter => filter.name === name);
  const number = target.handle && target.handle !== target.title && has(target.handle) ? target.handle : '';
  return [
    ...(has(target.title) ? [{ [target.title]: text }] : []),
    ...(number ? [{ [number]: text }] : []),
    ...(/^\d{1,15}$/.test(text) ? [{ id: text }] : []),
  ];
};

const textOf = (target: ResourceMeta, record: Record<string, unknown>) => {
  const title = recordTitle(target, record);
  const number = String(record[target.handle] ?? record['id']);
  return title === number ? title : `${title} · ${number}`;
};
