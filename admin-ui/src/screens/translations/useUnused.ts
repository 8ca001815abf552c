import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Narrowing, notUsed } from './sheet';
import { readUnused } from './trashCalls';
import { useNews } from './useNews';

/** The keys of a set that nothing is known to show, while the grid is narrowed to them, and what it is narrowed by with that. */
export const useUnused = (client: number, wanted: Narrowing) => {
  const isRequested = wanted.state === notUsed;
  const unused = useQuery({
    queryKey: ['unusedTexts', client],
    queryFn: async ({ signal }) => {
      const { results } = await readUnused(client, signal);
      return new Set(results.map(({ messageKey }) => messageKey));
    },
    enabled: isRequested,
    staleTime: 30_000,
  });
  useNews(unused.refetch, isRequested);
  const found = isRequested ? unused.data : undefined;
  const by = useMemo((): Narrowing => ({ ...wanted, unused: found }), [wanted, found]);
  return { unused, by };
};
