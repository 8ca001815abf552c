import { useQuery } from '@tanstack/react-query';
import type { ViewTotals } from '../../generated/answers';
import { resourceKey, useResourceMeta } from '../../meta';
import { request } from '../../providers/http';
import type { Filter } from './views';

/** How many records match each of the filters, asked for at once; undefined while a number is not known. */
export const useCounts = (filters: Filter[], enabled: boolean) => {
  const meta = useResourceMeta();
  const path = `/api/view/${meta.name}/totals`;
  const { data } = useQuery({
    queryKey: [resourceKey(meta), 'count', filters],
    queryFn: async ({ signal }) => (await request<ViewTotals>('POST', path, { body: { filters }, signal })).data.totals,
    enabled,
    staleTime: 60_000,
  });
  return data ?? [];
};
