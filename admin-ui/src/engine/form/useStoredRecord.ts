import { useQuery } from '@tanstack/react-query';
import { request } from '../../providers/http';
import { loadParts } from '../../ui/lazyPart';
import { useResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';

/** Where the stored record of a form is kept; always asked for anew, since a form must start from the truth. */
const recordKey = (resource: string, id: string) => ['record', resource, id];

/** The record as it is stored, once the parts that draw its form are there too: what comes later would push the rest down. */
export const useStoredRecord = (id: string, parts: unknown) => {
  const meta = useResourceMeta();
  return useQuery({
    queryKey: recordKey(meta.name, id),
    queryFn: async ({ signal }) => {
      const loaded = Promise.allSettled([loadParts(parts)]);
      const { data } = await request<Saved>('GET', `${meta.path}/${encodeURIComponent(id)}`, { signal });
      await loaded;
      return data;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
};
