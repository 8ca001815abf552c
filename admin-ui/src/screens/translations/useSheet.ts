import { useCallback, useEffect, useMemo } from 'react';
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Text } from '../../providers/content';
import { isAway, lookAgain, readLastTexts } from '../../providers/lastTexts';
import { dismissedQuery } from './dismissalCalls';
import { defaultSet, readChanges, readKey, readTexts, sourceLocale } from './calls';
import type { Desk } from './desk';
import type { Sheet, Texts } from './sheet';
import { useNews } from './useNews';

const keyOf = (client: number, locale: string) => ['texts', client, locale] as const;

const byKey = (texts: readonly Text[]): Texts => new Map(texts.map(text => [text.messageKey, text]));

/** Texts that were read while the content service was away. */
const lastKnown = new WeakSet<Texts>();

const readSet = async (client: number, locale: string): Promise<Texts> => {
  try {
    return byKey(await readTexts(client, locale));
  } catch (error) {
    if (!isAway(error)) throw error;
    const texts = byKey(await readLastTexts(client, locale));
    lastKnown.add(texts);
    return texts;
  }
};

const queryOf = (client: number, locale: string) => ({
  queryKey: keyOf(client, locale),
  queryFn: () => readSet(client, locale),
  refetchInterval: ({ state }: { state: { data?: Texts | undefined } }) =>
    state.data && lastKnown.has(state.data) ? lookAgain : (false as const),
  structuralSharing: false as const, // there may be twenty thousand
  staleTime: 60_000,
});

/** The texts of a set in some languages, and always in English. */
export const useSheet = (client: number, locales: readonly string[]) => {
  const wantedIds = useMemo(() => [...new Set([sourceLocale, ...locales])], [locales]);
  const sets = client === defaultSet ? [client] : [client, defaultSet];
  const found = useQueries({
    queries: sets.flatMap(set => wantedIds.map(locale => queryOf(set, locale))),
    combine: results => ({
      texts: results.map(({ data }) => data),
      error: results.find(({ error }) => error)?.error ?? undefined,
      retry: () => {
        for (const { error, refetch } of results) if (error) void refetch();
      },
    }),
  });
  const { texts } = found;
  const { data: aside } = useQuery(dismissedQuery(client));
  const sheet = useMemo((): Sheet => {
    const part = (from: number) => {
      const pairs = wantedIds.map((locale, i) => [locale, texts[from + i]] as const);
      return new Map(pairs.filter((pair): pair is [string, Texts] => pair[1] !== undefined));
    };
    const own = part(0);
    return { client, own, behind: client === defaultSet ? new Map() : part(wantedIds.length), aside };
  }, [client, wantedIds, texts, aside]);
  const isLoading = texts.some(each => each === undefined) && !found.error;
  const isLast = texts.some(each => each !== undefined && lastKnown.has(each));
  return { sheet, isLoading, isLast, error: found.error, retry: found.retry };
};

/** Takes texts over that are newer than those at hand. */
const mergeTexts = (queries: QueryClient, client: number, texts: readonly Text[]) => {
  for (const locale of new Set(texts.map(text => text.locale))) {
    queries.setQueryData<Texts>(keyOf(client, locale), known => {
      const next = known && new Map(known);
      for (const text of texts.filter(each => each.locale === locale)) {
        if (next && text.dateUpdated >= (next.get(text.messageKey)?.dateUpdated ?? '')) next.set(text.messageKey, text);
      }
      return next;
    });
  }
};

const latestOf = (queries: QueryClient, client: number) => {
  let latest = '';
  for (const [, texts] of queries.getQueriesData<Texts>({ queryKey: ['texts', client] }))
    for (const { dateUpdated } of texts?.values() ?? []) if (dateUpdated > latest) latest = dateUpdated;
  return latest;
};

/** Keeps the sheet in step with what is saved here and what others change. */
export const useFreshSheet = (client: number, desk: Desk) => {
  const queries = useQueryClient();
  useEffect(
    () =>
      desk.onSaved((text, change) => {
        mergeTexts(queries, change.client, [text]);
        // A changed source makes its translations stale.
        if (text.locale === sourceLocale)
          void readKey(change.client, text.messageKey).then(
            texts => mergeTexts(queries, change.client, texts),
            () => undefined,
          );
      }),
    [queries, desk],
  );
  const catchUp = useCallback(() => {
    const since = latestOf(queries, client);
    if (since)
      void readChanges(client, since).then(
        texts => mergeTexts(queries, client, texts),
        () => undefined,
      );
  }, [queries, client]);
  useNews(catchUp);
};
