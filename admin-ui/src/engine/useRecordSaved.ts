import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { resourceKey, useResourceMeta } from '../meta';

/** A record as the service answers it. */
export interface Saved {
  id: string | number;
  [field: string]: unknown;
}

interface Page {
  data?: Saved[];
}

/**
 * Puts a saved record into every list and form that shows it, so that nothing else is asked for again. Its place in
 * the order, and whether it still matches the filter, may be out of date until the list is next looked at.
 */
export const useRecordSaved = (nameOrRoute?: string) => {
  const client = useQueryClient();
  const resource = resourceKey(useResourceMeta(nameOrRoute));
  return useCallback(
    (saved: Saved) => {
      const lists = { queryKey: [resource, 'getList'] };
      const isAsking = client.isFetching(lists) > 0;
      const merge = (record: Saved) => (String(record.id) === String(saved.id) ? { ...record, ...saved } : record);
      client.setQueriesData<Page>(lists, page => page?.data && { ...page, data: page.data.map(merge) });
      client.setQueriesData<Saved[]>({ queryKey: [resource, 'getMany'] }, many => many?.map(merge));
      client.setQueryData<Saved>([resource, 'getOne', { id: String(saved.id), meta: undefined }], old => ({
        ...old,
        ...saved,
      }));
      void client.invalidateQueries({ queryKey: [resource, 'count'] });
      // an answer that is under way may be older than what was saved
      if (isAsking) void client.cancelQueries(lists).then(() => client.invalidateQueries(lists));
    },
    [client, resource],
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
