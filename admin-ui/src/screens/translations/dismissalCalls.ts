import type { TextFinding, TextSetAside } from '../../generated/answers';
import { type Page, request } from '../../providers/http';
import type { Cell } from './calls';
import { sightingId, type DismissedTexts } from './sheet';

/** The findings that were set aside in a set, by `locale key`. */
export const dismissedQuery = (client: number) => ({
  queryKey: ['textsAside', client],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DismissedTexts> => {
    const { data } = await request<Page<TextSetAside>>('GET', `/api/translation/finding?client=${client}`, { signal });
    const found = new Map<string, TextSetAside[]>();
    for (const one of data.results) {
      const id = sightingId(one.locale, one.messageKey);
      found.set(id, [...(found.get(id) ?? []), one]);
    }
    return found;
  },
  staleTime: 30_000,
});

/** A finding about a text as it stands. */
export interface Judged extends Cell {
  finding: TextFinding;
  messageValue: string;
}

/** Sets a finding aside until the text or its source changes, or takes that back. */
export const changeDismissal = async (judged: Judged, how: { reason: string } | { takeBack: true }) => {
  const { client, locale, messageKey, finding, messageValue } = judged;
  const body = { client, locale, messageKey, finding, messageValue, ...how };
  return (await request<TextSetAside>('POST', '/api/translation/finding', { body })).data;
};
