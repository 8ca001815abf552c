import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { resourceKey, useResourceMeta } from '../meta';
import { isTrashed } from './form/trashed';

/** A record as the service answers it. */
export interface Saved {
  id: string | number;
  [field: string]: unknown;
}

interface Page {
  data?: Saved[];
}

const isSame = (record: Saved, other: Saved) => String(record.id) === String(other.id);

/**
 * Puts a saved record into every list and form that shows it, so that nothing else is asked for again. Its place in
 * the order, and whether it still matches the filter, may be out of date until the list is next looked at; only where it
 * came into the trash or out of it, the lists are asked for again at once.
 */
export const useRecordSaved = (nameOrRoute?: string) => {
  const client = useQueryClient();
  const meta = useResourceMeta(nameOrRoute);
  const resource = resourceKey(meta);
  return useCallback(
    (saved: Saved) => {
      const lists = { queryKey: [resource, 'getList'] };
      const hasMoved = client
        .getQueriesData<Page>(lists)
        .flatMap(([, page]) => page?.data ?? [])
        .some(was => isSame(was, saved) && isTrashed(meta, was) !== isTrashed(meta, { ...was, ...saved }));
      const isAsking = client.isFetching(lists) > 0;
      const merge = (record: Saved) => (isSame(record, saved) ? { ...record, ...saved } : record);
      client.setQueriesData<Page>(lists, page => page?.data && { ...page, data: page.data.map(merge) });
      client.setQueriesData<Saved[]>({ queryKey: [resource, 'getMany'] }, many => many?.map(merge));
      client.setQueryData<Saved>([resource, 'getOne', { id: String(saved.id), meta: undefined }], old => ({
        ...old,
        ...saved,
      }));
      void client.invalidateQueries({ queryKey: [resource, 'count'] });
      // an answer that is under way may be older than what was saved
      if (isAsking) void client.cancelQueries(lists).then(() => client.invalidateQueries(lists));
      else if (hasMoved) void client.invalidateQueries(lists);
    },
    [client, meta, resource],
  );
};

/** Asks again for the lists and counts of a resource: after a record came, went, or many changed. */
export const useListChanged = (nameOrRoute?: string) => {
  const client = useQueryClient();
  const resource = resourceKey(useResourceMeta(nameOrRoute));
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: [resource, 'getList'] });
    void client.invalidateQueries({ queryKey: [resource, 'count'] });
  }, [client, resource]);
};
