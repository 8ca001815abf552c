import { useQuery } from '@tanstack/react-query';
import { request } from './http';

/** A client, as far as everybody may know it. */
export interface ClientName {
  id: number;
  name: string;
}

/** The query for all clients, loaded once after sign-in. */
export const clientsQuery = {
  queryKey: ['clients'],
  queryFn: async () => (await request<{ results: ClientName[] }>('GET', '/api/client?from=0&size=50')).data.results,
  staleTime: 300_000,
};

/** All clients; empty while they load. */
export const useClients = () => useQuery(clientsQuery).data ?? [];
