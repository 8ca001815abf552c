import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../providers/http';
import type { TimelineEvent, TimelinePage } from '../../generated/answers';

/** The name of the tab in the address. */
export const timelineTab = 'timeline';

/** What an event is about. */
export type EventKind = NonNullable<TimelineEvent['kind']>;

interface KindFacts {
  /** What the reader needs beside the record. */
  needs?: 'history' | 'notes';
  /** Says how things stand with the record rather than what is in it. */
  isLatest?: true;
}

const kindFacts: Record<EventKind, KindFacts> = {
  CHANGES: { needs: 'history' },
  STATUSES: { needs: 'history', isLatest: true },
  RELATED: { needs: 'history', isLatest: true },
  MAILS: { isLatest: true },
  NOTES: { needs: 'notes', isLatest: true },
};

// The keys of the table are exactly the kinds.
const allKinds = Object.keys(kindFacts) as EventKind[];

/** The kinds of events that a reader is told of, by whether history and notes are open to that reader. */
export const kindsFor = (opens: { history: boolean; notes: boolean }) =>
  allKinds.filter(kind => {
    const { needs } = kindFacts[kind];
    return !needs || opens[needs];
  });

/** All but changes of fields. */
export const latestKinds = allKinds.filter(kind => kindFacts[kind].isLatest);

interface Wanted {
  entity: string;
  id: string | number;
  /** None: all. */
  kinds: readonly EventKind[];
  /** Events of a page. */
  limit: number;
  /** Asked for again when it changes. */
  version?: unknown;
}

/** The events of a record page by page, the newest first. */
export const useTimeline = ({ entity, id, kinds, limit, version }: Wanted) =>
  useInfiniteQuery({
    queryKey: ['timeline', entity, String(id), kinds, limit, version],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ count: String(limit), before: pageParam, kind: kinds.join(',') });
      return (await request<TimelinePage>('GET', `/api/timeline/${entity}/${id}?${query}`, { signal })).data;
    },
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    retry: false,
  });
