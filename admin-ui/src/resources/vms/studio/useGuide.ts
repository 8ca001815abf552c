import { useQuery } from '@tanstack/react-query';
import type { VmsGuide } from '../../../generated/answers';
import { request } from '../../../providers/http';

/** What a mapping for an entity can be made of: it changes with the service alone. */
export const useGuide = (entity: unknown) =>
  useQuery({
    queryKey: ['vmsMapping', 'guide', entity],
    queryFn: async ({ signal }) =>
      (await request<VmsGuide>('GET', `/api/vms/mappingGuide?entity=${String(entity)}`, { signal })).data,
    enabled: typeof entity === 'string',
    staleTime: Number.POSITIVE_INFINITY,
  });
