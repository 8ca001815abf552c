import { useCallback, useMemo, useRef } from 'react';
import { useStoreContext } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useErrorToast } from './useErrorToast';
import { changed, storePreference, readPreference, type Change } from './preference';

/**
 * What a person set, kept by the service under a key. The last known value is kept here too, so that the next
 * start draws the right columns at once. A change goes on top of what the service has, whichever window put it there:
 * before that is read, nothing is written over it.
 */
export const usePreference = <T>(key: string, fallback: T): [T, (change: Change<T>) => void] => {
  const client = useQueryClient();
  const store = useStoreContext();
  const showError = useErrorToast();
  const last = useRef<Promise<unknown>>(Promise.resolve()); // one write after the other, or an older one might come last
  const waiting = useRef(0);
  const local = `preference.${key}`;
  const query = useMemo(
    () => ({
      queryKey: ['preference', key],
      queryFn: async () => {
        const { value } = await readPreference<T>(key);
        store.setItem(local, value);
        return value;
      },
      staleTime: 300_000,
    }),
    [key, local, store],
  );
  const { data } = useQuery({
    ...query,
    initialData: () => store.getItem<T>(local) ?? undefined,
    initialDataUpdatedAt: 0,
  });
  const show = useCallback(
    (next: T) => {
      void client.cancelQueries(query); // an older answer must not come after this
      client.setQueryData(query.queryKey, next);
      store.setItem(local, next);
    },
    [client, query, local, store],
  );
  const save = useCallback(
    (change: Change<T>) => {
      const isRead = Boolean(client.getQueryState(query.queryKey)?.dataUpdatedAt);
      const onto = (stored: T | null | undefined) => changed({ ...fallback, ...stored }, change);
      if (isRead) show(onto(client.getQueryData<T | null>(query.queryKey)));
      const storeLatest = () => {
        waiting.current += 1;
        last.current = last.current.then(async () => {
          const outcome = await storePreference<T>(key, onto);
          waiting.current -= 1;
          if ('problem' in outcome) showError(outcome.error, { say: outcome.problem, retry: storeLatest });
          else if (!waiting.current) show(outcome.kept);
        });
      };
      storeLatest();
    },
    [client, query, key, show, fallback, showError],
  );
  return [data ?? fallback, save];
};
