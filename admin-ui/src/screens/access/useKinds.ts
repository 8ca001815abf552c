import { useQuery } from '@tanstack/react-query';
import type { AccessKind } from '../../generated/answers';
import { request, type Page } from '../../providers/http';

/** Every kind of record with its verbs, actions and fields, whatever the reader may do; undefined until it is known. */
export const useKinds = () =>
  useQuery({
    queryKey: ['access', 'kinds'],
    queryFn: async ({ signal }) =>
      (await request<Page<AccessKind>>('GET', '/api/access/kinds', { signal })).data.results,
    staleTime: Number.POSITIVE_INFINITY, // it changes with the product alone
  }).data;
