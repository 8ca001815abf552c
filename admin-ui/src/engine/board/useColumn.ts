import { useInfiniteQuery } from '@tanstack/react-query';
import { resourceKey, useResourceMeta } from '../../meta';
import { fetchPage } from '../fetchPage';
import type { Saved } from '../useRecordSaved';

/** How many cards a column shows at first, and more each time. */
export const cardsAtOnce = 20;

/** The records of a status under the filters of the list, page by page, and how many there are. They are asked for anew with the counts of the list. */
export const useColumn = (status: string, filter: Record<string, unknown>, sort: string) => {
  const meta = useResourceMeta();
  const query = useInfiniteQuery({
    queryKey: [resourceKey(meta), 'count', 'board', status, filter, sort],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      fetchPage<Saved>(meta.path, {
        filter: { ...filter, [meta.board?.filter ?? '']: status },
        sort,
        limit: cardsAtOnce,
        offset: pageParam,
        signal,
      }),
    getNextPageParam: ({ totalResults }, pages) => {
      const have = pages.reduce((sum, page) => sum + page.results.length, 0);
      return have < totalResults ? have : undefined;
    },
    placeholderData: before => before,
    retry: false,
  });
  const rows = query.data?.pages.flatMap(page => page.results) ?? [];
  return { ...query, rows, total: query.data?.pages.at(-1)?.totalResults };
};
