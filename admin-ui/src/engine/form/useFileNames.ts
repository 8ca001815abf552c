import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../providers/http';
import type { StoredFile } from '../../generated/answers';
import type { FieldMeta } from '../../meta';

const kinds = new Set(['file', 'image']);
const waiting = '…';

const nameOf = async (id: unknown, signal: AbortSignal) =>
  (await request<StoredFile>('GET', `/api/resource/${encodeURIComponent(String(id))}/meta`, { signal })).data.name;

/** Gives the function that writes names in place of the uploads that a field holds in the values. */
export const useFileNames = (field: FieldMeta | undefined, ...values: unknown[]) => {
  const t = useTranslate();
  const held = field && kinds.has(field.kind) ? values.flat().filter(Boolean) : [];
  const ids = [...new Set(held)];
  const { data: names } = useQuery({
    queryKey: ['fileNames', ids],
    queryFn: async ({ signal }) => {
      const found = await Promise.allSettled(ids.map(id => nameOf(id, signal)));
      return new Map(found.map((one, i) => [ids[i], one.status === 'fulfilled' ? one.value : undefined]));
    },
    enabled: ids.length > 0,
    retry: false,
  });
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    if (!ids.includes(value)) return value;
    return names ? (names.get(value) ?? t('panel.files.notYours')) : waiting;
  };
  return named;
};
