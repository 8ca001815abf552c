import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { MissingText } from '../../generated/answers';
import { request } from '../../providers/http';
import { defaultSet } from './calls';
import { type Narrowing, seenMissing, sightingId, type Sightings } from './sheet';

/** The texts that panels lacked: those of a client, or everybody's for the product, which all of them fall back to. */
const read = async (client: number, signal: AbortSignal): Promise<Sightings> => {
  const of = client === defaultSet ? '' : `&client=${client}`;
  const { data } = await request<{ results: MissingText[] }>('GET', `/api/translation/missing?limit=1000${of}`, {
    signal,
  });
  const found = new Map<string, { count: number; routes: string[] }>();
  for (const { locale, messageKey, count, routes } of data.results) {
    const id = sightingId(locale, messageKey);
    const known = found.get(id);
    found.set(id, {
      count: count + (known?.count ?? 0),
      routes: [...new Set([...(known?.routes ?? []), ...routes])],
    });
  }
  return found;
};

/** What panels lacked, while the grid is narrowed to it, and what it is narrowed by with that. */
export const useSightings = (client: number, wanted: Narrowing) => {
  const isRequested = wanted.state === seenMissing;
  const sightings = useQuery({
    queryKey: ['missingTexts', client],
    queryFn: ({ signal }) => read(client, signal),
    enabled: isRequested,
    staleTime: 30_000,
  });
  const found = isRequested ? sightings.data : undefined;
  const by = useMemo((): Narrowing => ({ ...wanted, sightings: found }), [wanted, found]);
  return { sightings, by };
};
