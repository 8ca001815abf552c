import { useTranslate } from 'ra-core';
import { fetchPage } from '../../engine/fetchPage';
import type { FilterProps } from '../../engine/list/filters/FilterProps';
import { ManyLookupFilter } from '../../engine/list/filters/ManyLookupFilter';

const atMost = 50;

/** Filters by skills of the catalogue, found by any of their names, or by one that it does not have, as it is written. */
export const SkillsFilter = (props: FilterProps) => {
  const t = useTranslate();
  const search = async (typed: string, signal: AbortSignal) => {
    const text = typed.replaceAll(',', ' ');
    const filter = text ? { name: text } : {};
    const { results } = await fetchPage('/api/skillTerm', { filter, sort: 'name:asc', limit: atMost, signal });
    const found = results.map(({ name }) => ({ value: name, text: String(name) }));
    const isThere = found.some(one => one.text.toLowerCase() === text.toLowerCase());
    return isThere || !text ? found : [...found, { value: text, text: t('panel.filter.asWritten', { text }) }];
  };
  return <ManyLookupFilter {...props} lookup={{ key: 'skillTerm', search, textOf: async name => name }} />;
};
