import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../providers/http';
import type { StaffScope } from '../../generated/answers';

interface Named {
  results: { id: number; name: string }[];
}

const useNames = (path: string, ids: readonly number[]) => {
  const wantedIds = [...new Set(ids)].sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['names', path, wantedIds],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ id: wantedIds.join(','), limit: String(wantedIds.length) });
      const answer = await request<Named>('GET', `${path}?${query}`, { signal });
      return new Map(answer.data.results.map(({ id, name }) => [id, name]));
    },
    enabled: wantedIds.length > 0,
  });
  return data;
};

/** Gives the function that names what somebody is limited to, clients before legal entities. */
export const useScopeNames = (scopes: readonly StaffScope[]) => {
  const clients = useNames(
    '/api/client',
    scopes.flatMap(({ clientIds }) => clientIds),
  );
  const entities = useNames(
    '/api/legalEntity',
    scopes.flatMap(({ legalEntityIds }) => legalEntityIds),
  );
  return useCallback(
    ({ clientIds, legalEntityIds }: StaffScope) => [
      ...clientIds.map(id => clients?.get(id) ?? String(id)),
      ...legalEntityIds.map(id => entities?.get(id) ?? String(id)),
    ],
    [clients, entities],
  );
};
