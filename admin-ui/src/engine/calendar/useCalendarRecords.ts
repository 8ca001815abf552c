import { useInfiniteQuery } from '@tanstack/react-query';
import { resourceKey, useResourceMeta, type ResourceMeta } from '../../meta';
import { fetchPage } from '../fetchPage';
import type { Saved } from '../useRecordSaved';

/** The first and the last day in sight. */
export interface Period {
  first: string;
  last: string;
}

const atOnce = 200;

/** What a list is asked for: the records that last into the period, or those of which a day lies in it, the earliest first. */
interface Question {
  filter: Record<string, string>;
  sort: string;
}

const questionsOf = (meta: ResourceMeta, { first, last }: Period): Question[] => {
  const { start, end, days = [] } = meta.calendar ?? {};
  const lasting =
    start && end ? [{ filter: { [`${end}From`]: first, [`${start}Until`]: last }, sort: `${end}:asc` }] : [];
  return [
    ...lasting,
    ...days.map(day => ({ filter: { [`${day}From`]: first, [`${day}Until`]: last }, sort: `${day}:asc` })),
  ];
};

/**
 * The records that the calendar shows of a period, under the filters of the list: one call for what lasts and one for each kind of day.
 * Each brings so many at once; `fetchNextPage` brings more of all.
 */
export const useCalendarRecords = (filter: Record<string, unknown>, period: Period) => {
  const meta = useResourceMeta();
  const questions = questionsOf(meta, period);
  const query = useInfiniteQuery({
    queryKey: [resourceKey(meta), 'count', 'calendar', questions, filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      Promise.all(
        questions.map(question =>
          fetchPage<Saved>(meta.path, {
            filter: { ...filter, ...question.filter },
            sort: question.sort,
            limit: atOnce,
            offset: pageParam,
            signal,
          }),
        ),
      ),
    getNextPageParam: (answers, pages) => {
      const next = pages.length * atOnce;
      return answers.some(({ totalResults }) => totalResults > next) ? next : undefined;
    },
    placeholderData: before => before,
    retry: false,
  });
  const all = query.data?.pages.flat().flatMap(({ results }) => results) ?? [];
  const records = [...new Map(all.map(record => [record.id, record])).values()];
  return { ...query, records };
};
