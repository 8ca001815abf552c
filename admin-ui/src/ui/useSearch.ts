import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Option } from './option';

/** Asks the service for what matches; the signal ends a question that nobody waits for any more. */
export type Search = (text: string, signal: AbortSignal) => Promise<Option[]>;

/** How a search stands. */
export type SearchState = 'busy' | 'failed' | 'done';

const debounceMs = 200;
const freshMs = 60_000;

/** What matches the text, once typing rests. Undefined asks nothing. */
export const useSearch = (name: string, text: string | undefined, search: Search) => {
  const [wanted, setWanted] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text), text ? debounceMs : 0);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useQuery({
    queryKey: ['search', name, wanted],
    queryFn: ({ signal }) => search(wanted ?? '', signal),
    enabled: wanted !== undefined && text !== undefined,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    retry: false,
  });
  const isBusy = found.isFetching || wanted !== text;
  const state: SearchState = found.isError ? 'failed' : isBusy ? 'busy' : 'done';
  return { options: found.data ?? [], state };
};
