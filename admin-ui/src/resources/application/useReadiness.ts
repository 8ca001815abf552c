import { useQuery } from '@tanstack/react-query';
import type { Saved } from '../../engine/useRecordSaved';
import type { ApplicationReadiness } from '../../generated/answers';
import { request } from '../../providers/http';

/** As many as the service takes at a time, and as a page has rows. */
const atOnce = 100;

/** The states in which an application still has to become ready. */
const waiting = new Set<unknown>(['uc', 'a', 'sf']);

/** Whether an application still has to become ready. */
export const isWaiting = (row: Record<string, unknown>) => waiting.has(row['status']);

/** What the applications of a list lack before they can be sent: all rows are asked for at once, after the rows themselves. */
export const useReadiness = (list: readonly Saved[] = []) => {
  const rows = list.filter(isWaiting).slice(0, atOnce);
  return useQuery({
    queryKey: ['application', 'readiness', rows.map(({ id, version }) => [id, version])],
    queryFn: async ({ signal }) => {
      const path = `/api/projectApplication/readiness?id=${rows.map(({ id }) => id).join(',')}`;
      const { results } = (await request<{ results: ApplicationReadiness[] }>('GET', path, { signal })).data;
      return new Map(results.map(one => [one.id, one]));
    },
    enabled: rows.length > 0,
    placeholderData: before => before,
    retry: false,
  });
};
