import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { VmsReview } from '../../generated/answers';
import { request } from '../../providers/http';

/** Groups of differences that are shown at first, and that are shown more each time. */
const step = 10;

/** What a draft, in one version of its record, changes for the last messages. It is asked anew whenever the dialog opens. */
export const useReview = (id: number, version: unknown) => {
  const [limit, setLimit] = useState(step);
  const query = useQuery({
    queryKey: ['vmsMapping', 'review', id, version, limit],
    queryFn: async ({ signal }) =>
      (await request<VmsReview>('GET', `/api/vms/mapping/${id}/review?limit=${limit}`, { signal })).data,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false, // some hundred messages are read for it
  });
  const hasMore = query.data && query.data.totalGroups > query.data.groups.length;
  return { ...query, more: hasMore ? () => setLimit(limit + step) : undefined };
};
