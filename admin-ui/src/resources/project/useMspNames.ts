import { useQuery } from '@tanstack/react-query';
import { request } from '../../providers/http';

/** An MSP as its choice shows it. */
export interface Firm {
  id: number;
  name: string;
  tier: number;
  userStatus: string;
}

const atMost = 200;

/** The MSPs that projects of this client are assigned to, by id, all with one call. */
export const useMspNames = (ids: readonly number[]) => {
  const wantedIds = [...new Set(ids)].sort((a, b) => a - b).slice(0, atMost);
  const { data } = useQuery({
    queryKey: ['msp', 'names', wantedIds],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ id: wantedIds.join(','), limit: String(wantedIds.length) });
      const { data: found } = await request<{ results: Firm[] }>('GET', `/api/msp?${query}`, { signal });
      return new Map(found.results.map(firm => [firm.id, firm]));
    },
    enabled: wantedIds.length > 0,
    placeholderData: old => old,
  });
  return data ?? new Map<number, Firm>();
};

/** The MSPs that serve a client and whose name holds the text. */
export const searchMsps = (clientId: number) => async (name: string, signal: AbortSignal) => {
  const query = new URLSearchParams({ clientId: String(clientId), limit: '50', s: 'name:asc', ...(name && { name }) });
  const { data } = await request<{ results: Firm[] }>('GET', `/api/msp/client?${query}`, { signal });
  return data.results;
};
