import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMeta } from '../engine/meta';
import { request } from '../providers/http';
import { iconOf } from '../layout/groupIcon';
import { useCanOpen } from '../layout/useCanOpen';
import type { Line } from './line';
import { recentRecords, type Recent } from './recent';

/** One record that was found. */
interface Found {
  resource: string;
  id: number | string;
  title: string;
  handle?: string;
  sub?: string;
  /** The screen of its resource. */
  route: string;
}

const patience = 120;

const recentOf = ({ resource, id, title, handle, sub, route }: Found): Recent => ({
  resource,
  title,
  sub: [handle, sub].filter(Boolean).join(', '),
  route: `${route}/${id}`,
});

/** The records that fit what one types; those opened last while nothing is typed. */
export const useRecords = (wanted: string) => {
  const { groups } = useMeta();
  const canOpen = useCanOpen();
  const asked = useLater(wanted);
  const { data, isFetching } = useQuery({
    queryKey: ['find', asked],
    queryFn: async ({ signal }) => {
      const path = `/api/find?q=${encodeURIComponent(asked)}`;
      return (await request<{ results: Found[] }>('GET', path, { signal })).data.results;
    },
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const records = wanted === '' ? recentRecords() : asked === '' ? [] : (data ?? []).map(recentOf);
  const lines = records
    .filter(({ route }) => canOpen(route))
    .map((record): Line => {
      const { title, sub, route, resource } = record;
      return { id: `record ${route}`, icon: iconOf(groups, resource), label: title, sub, to: route, record };
    });
  return { records: lines, isSearching: wanted !== '' && (isFetching || asked !== wanted) };
};

/** The text once it has rested, so that not every letter is a call. */
const useLater = (text: string) => {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), text === '' ? 0 : patience);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
};
