import { useQuery } from '@tanstack/react-query';
import { fetchPage } from '../../fetchPage';
import type { Option } from './option';

/** Where records are looked up, and by which field. */
export interface Lookup {
  path: string;
  title: string;
  /** The field whose value the filter takes. */
  value: string;
}

const atMost = 50;

/** The records whose name contains what was typed, as options. */
export const useLookup = (lookup: Lookup | undefined, typed: string): Option[] => {
  const text = typed.trim();
  const { data = [] } = useQuery({
    queryKey: ['lookup', lookup?.path, text],
    queryFn: async ({ signal }) => {
      const { path = '', title = '' } = lookup ?? {};
      const filter = text ? { [title]: text } : {};
      return (await fetchPage(path, { filter, sort: `${title}:asc`, limit: atMost, signal })).results;
    },
    enabled: lookup !== undefined,
    placeholderData: before => before,
    staleTime: 60_000,
  });
  return lookup ? data.map(record => ({ value: record[lookup.value], text: String(record[lookup.title] ?? '') })) : [];
};
