import { useCallback, useMemo, useRef } from 'react';
import { useNotify, useStoreContext } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../providers/http';

/**
 * What a person set, kept by the service under a key. The last known value is kept here too, so that the next
 * start draws the right columns at once. A change goes on top of what the service has: before that is read, nothing is
 * written over it.
 */
export const usePreference = <T>(key: string, fallback: T): [T, (change: Partial<T>) => void] => {
  const client = useQueryClient();
  const store = useStoreContext();
  const notify = useNotify();
  const last = useRef<Promise<unknown>>(Promise.resolve()); // one write after the other, or an older one might come last
  const kept = `preference.${key}`;
  const path = `/api/preference/${key}`;
  const query = useMemo(
    () => ({
      queryKey: ['preference', key],
      queryFn: async () => {
        const { data } = await request<{ value: T | null }>('GET', path);
        store.setItem(kept, data.value);
        return data.value;
      },
      staleTime: 300_000,
    }),
    [key, kept, path, store],
  );
  const { data } = useQuery({
    ...query,
    initialData: () => store.getItem<T>(kept) ?? undefined,
    initialDataUpdatedAt: 0,
  });
  const save = useCallback(
    async (change: Partial<T>) => {
      const { queryKey } = query;
      const isRead = Boolean(client.getQueryState(queryKey)?.dataUpdatedAt);
      const stored = isRead ? client.getQueryData<T | null>(queryKey) : await client.fetchQuery(query);
      void client.cancelQueries({ queryKey }); // an older answer must not come after this
      const next = { ...fallback, ...stored, ...change };
      client.setQueryData(queryKey, next);
      store.setItem(kept, next);
      const put = () =>
        request('PUT', path, { body: { value: next } }).catch(() =>
          notify('panel.preference.failed', { type: 'error' }),
        );
      last.current = last.current.then(put);
    },
    [client, query, kept, path, store, fallback, notify],
  );
  const change = useCallback(
    (part: Partial<T>) => void save(part).catch(() => notify('panel.preference.unread', { type: 'error' })),
    [save, notify],
  );
  return [data ?? fallback, change];
};
