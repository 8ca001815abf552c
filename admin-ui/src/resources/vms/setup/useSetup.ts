import { useStore } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { VmsSetup } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { request } from '../../../providers/http';
import { useSearch } from '../../../router/useSearch';

const setupRoute = '/platform/vms/setup';

/** Where the set-up of a connection is; of none, 0, where one begins. */
export const setupAddress = (connectionId: number) =>
  connectionId ? `${setupRoute}?connection=${connectionId}` : setupRoute;

/** Which way messages go: candidates out, jobs and statuses in, or both. */
export type Way = 'BOTH' | 'OUT' | 'IN';

/** How often it is looked whether the first message has come in, in milliseconds. */
const listenMs = 2_000;

/** What has been entered before there is a connection, and which one is being set up. */
export interface SetupDraft {
  name: string;
  client: { value: string; label: string } | null;
  way: Way;
  /** The name and client are settled. */
  isNamed: boolean;
  connectionId: number;
}

const noDraft: SetupDraft = { name: '', client: null, way: 'BOTH', isNamed: false, connectionId: 0 };

/** What this browser keeps of a set-up, so that one may stop at any step and go on later. */
export const useSetupDraft = () => {
  const [draft, setDraft] = useStore<SetupDraft>('vms.setup', noDraft);
  const change = (parts: Partial<SetupDraft>) => setDraft({ ...draft, ...parts });
  return { draft, change, restart: () => setDraft(noDraft) };
};

/** How far the set-up of the connection in the address has come, as its records say. */
export const useSetup = () => {
  const [query] = useSearch();
  const id = Number(query.get('connection') ?? 0);
  const setup = useQuery({
    queryKey: ['vms', 'setup', id],
    queryFn: async ({ signal }) =>
      (await request<VmsSetup>('GET', `/api/vms/connectionSetup?connectionId=${id}`, { signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.inbound && !data.received ? listenMs : false),
    gcTime: 0,
  });
  const connection = useQuery({
    queryKey: ['vms', 'setup', 'connection', id],
    queryFn: async ({ signal }) => (await request<VmsConnection>('GET', `/api/vms/connection/${id}`, { signal })).data,
    enabled: id > 0,
    gcTime: 0,
  });
  return { id, setup, connection };
};
