import { useQueries } from '@tanstack/react-query';
import { fetchPage } from '../fetchPage';
import { resourceKey, useResourceMeta } from '../../meta';
import type { Filter } from './views';

/** How many records match each of the filters; undefined while a number is not known. */
export const useCounts = (filters: Filter[], enabled: boolean) => {
  const meta = useResourceMeta();
  return useQueries({
    queries: filters.map(filter => ({
      queryKey: [resourceKey(meta), 'count', filter],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await fetchPage(meta.path, { filter, limit: 1, signal })).totalResults,
      enabled,
      staleTime: 60_000,
    })),
    combine: results => results.map(result => result.data),
  });
};
