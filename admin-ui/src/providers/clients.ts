import { request } from './http';
import type { Client } from '../generated/resources';

/** A client, as far as everybody may know it. */
export type ClientName = Pick<Client, 'id' | 'name'>;

const most = 50;

/** The query for the clients the account sees, or the first of them, loaded once after sign-in. */
export const clientsQuery = {
  queryKey: ['clients'],
  queryFn: async () =>
    (await request<{ results: ClientName[] }>('GET', `/api/client?from=0&size=${most}`)).data.results,
  staleTime: 300_000,
};

/** Whether the clients of the query are all there are. */
export const areAll = (found: ClientName[]) => found.length < most;
