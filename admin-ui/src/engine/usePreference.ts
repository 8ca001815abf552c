import { useCallback } from 'react';
import { useNotify, useStoreContext } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../providers/http';

/**
 * What a person set, kept by the service under a key. The last known value is kept here too, so that the next
 * start draws the right columns at once.
 */
export const usePreference = <T>(key: string, fallback: T): [T, (change: Partial<T>) => void] => {
  const client = useQueryClient();
  const store = useStoreContext();
  const notify = useNotify();
  const kept = `preference.${key}`;
  const path = `/api/preference/${key}`;
  const { data } = useQuery({
    queryKey: ['preference', key],
    queryFn: async () => {
      const { data } = await request<{ value: T | null }>('GET', path);
      store.setItem(kept, data.value);
      return data.value;
    },
    initialData: () => store.getItem<T>(kept) ?? undefined,
    initialDataUpdatedAt: 0,
    staleTime: 300_000,
  });
  const value = data ?? fallback;
  const save = useCallback(
    (change: Partial<T>) => {
      const next = { ...value, ...change };
      void client.cancelQueries({ queryKey: ['preference', key] }); // an older answer must not come after this
      client.setQueryData(['preference', key], next);
      store.setItem(kept, next);
      request('PUT', path, { body: { value: next } }).catch(() => notify('panel.preference.failed', { type: 'error' }));
    },
    [client, key, kept, notify, path, store, value],
  );
  return [value, save];
};
