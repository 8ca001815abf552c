import { useQuery } from '@tanstack/react-query';
import { fetchPage } from '../../fetchPage';
import type { Option } from './option';

/** Where options are looked up. */
export interface Lookup {
  /** Tells lookups apart. */
  key: string;
  search: (text: string, signal: AbortSignal) => Promise<Option[]>;
  /** The words of a value that was set elsewhere: by the address, a view, the back button. */
  textOf: (value: string, signal: AbortSignal) => Promise<string | undefined>;
}

const atMost = 50;

/** Looks up the records whose name contains what was typed. `value` is the field that the filter takes. */
export const recordLookup = (path: string, title: string, value: string): Lookup => ({
  key: path,
  search: async (text, signal) => {
    const filter = text ? { [title]: text } : {};
    const { results } = await fetchPage(path, { filter, sort: `${title}:asc`, limit: atMost, signal });
    return results.map(record => ({ value: record[value], text: String(record[title] ?? '') }));
  },
  textOf: async (id, signal) => {
    if (value === title) return id;
    const { results } = await fetchPage(path, { filter: { id }, limit: 1, signal });
    return results[0] && String(results[0][title] ?? '');
  },
});

/** What is found for what was typed, as options. */
export const useLookup = (lookup: Lookup | undefined, typed: string): Option[] => {
  const text = typed.trim();
  const { data = [] } = useQuery({
    queryKey: ['lookup', lookup?.key, text],
    queryFn: async ({ signal }) => (await lookup?.search(text, signal)) ?? [],
    enabled: lookup !== undefined,
    placeholderData: before => before,
    staleTime: 60_000,
  });
  return lookup ? data : [];
};
