import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../providers/http';

interface Answer {
  results: { id: number; name: string }[];
}

/** Names clients by their ids, all with one call. */
export const useClientNames = (ids: readonly number[]) => {
  const wantedIds = [...new Set(ids)].filter(id => id > 0).sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['client', 'names', wantedIds],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ id: wantedIds.join(','), size: String(wantedIds.length) });
      const answer = await request<Answer>('GET', `/api/client?${query}`, { signal });
      return new Map(answer.data.results.map(({ id, name }) => [id, name]));
    },
    enabled: wantedIds.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useCallback((id: number | null) => data?.get(id ?? 0) ?? '', [data]);
};
