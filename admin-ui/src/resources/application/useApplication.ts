import { useListContext } from 'ra-core';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Saved } from '../../engine/useRecordSaved';
import type { Application } from '../../generated/resources';
import { request } from '../../providers/http';

/** How a whole application is asked for, with answers, attempts and what is missing. A new version is asked for anew. */
const applicationQuery = (id: string, version?: unknown): UseQueryOptions<Application> => ({
  queryKey: ['application', id, version ?? ''],
  queryFn: async ({ signal }) =>
    (await request<Application>('GET', `/api/projectApplication/${encodeURIComponent(id)}`, { signal })).data,
  placeholderData: before => (String(before?.id) === id ? before : undefined),
  retry: false,
});

/** The application at an address. It follows what the list below knows: a change made there shows here. */
export const useApplication = (id: string) => {
  const { data } = useListContext<Saved>();
  const row = data?.find(record => String(record.id) === id);
  return useQuery(applicationQuery(id, row?.['version']));
};
