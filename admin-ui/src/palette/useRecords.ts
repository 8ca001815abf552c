import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMeta } from '../meta';
import { request } from '../providers/http';
import { iconOf } from './groupIcon';
import { useCanOpen } from '../meta/useCanOpen';
import type { Line } from './line';
import { recentRecords, type Recent } from './recent';
import type { FoundRecord } from '../generated/answers';

const patience = 120;
/** How many records of one resource are found at most. */
export const foundAtMost = 5;

const recentOf = ({ resource, id, title, handle, sub, route }: FoundRecord): Recent => ({
  resource,
  title,
  sub: [handle, sub].filter(Boolean).join(', '),
  route: `${route}/${id}`,
});

/** The records that fit what one types, and the resources of which there may be more; those opened last while nothing is typed. */
export const useRecords = (wanted: string) => {
  const { groups } = useMeta();
  const canOpen = useCanOpen();
  const settled = useLater(wanted);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['find', settled],
    queryFn: async ({ signal }) => {
      const path = `/api/find?q=${encodeURIComponent(settled)}`;
      return (await request<{ results: FoundRecord[] }>('GET', path, { signal })).data.results;
    },
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const found = wanted === '' || settled === '' ? [] : (data ?? []);
  const names = new Set(found.map(({ resource }) => resource));
  const crowded = [...names].filter(name => found.filter(({ resource }) => resource === name).length >= foundAtMost);
  const records = wanted === '' ? recentRecords() : found.map(recentOf);
  const lines = records
    .filter(({ route }) => canOpen(route))
    .map((record): Line => {
      const { title, sub, route, resource } = record;
      return { id: `record ${route}`, icon: iconOf(groups, resource), label: title, sub, to: route, record };
    });
  const isSearching = wanted !== '' && (isFetching || settled !== wanted);
  return { records: lines, crowded, isSearching, hasFailed: wanted !== '' && isError };
};

/** The text once it has rested, so that not every letter is a call. */
export const useLater = (text: string) => {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), text === '' ? 0 : patience);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
};
