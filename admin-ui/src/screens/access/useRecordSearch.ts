import { findPicks } from '../../engine/form/picks';
import type { FoundRecord } from '../../generated/answers';
import { findResource, useMeta } from '../../meta';
import { request, type Page } from '../../providers/http';
import type { Option } from '../../ui/option';
import type { Search } from '../../ui/useSearch';

const findRecords = async (entity: string, text: string, signal: AbortSignal): Promise<Option[]> => {
  const path = `/api/access/records?${new URLSearchParams({ entity, q: text })}`;
  const { results } = (await request<Page<FoundRecord>>('GET', path, { signal })).data;
  return results.map(({ id, title, handle, sub }) => ({
    value: String(id),
    label: title || String(id),
    sub: [handle, sub].filter(Boolean).join(', '),
  }));
};

/**
 * How records of a kind are found: by whoever reads them as everywhere, by whoever only chooses one as in a dialog; undefined
 * for others.
 */
export const useRecordSearch = (entity: string): Search | undefined => {
  const meta = useMeta();
  if (findResource(meta, entity)) return (text, signal) => findRecords(entity, text, signal);
  const path = meta.lookups?.[entity];
  return path === undefined ? undefined : (text, signal) => findPicks(path, { text, clientId: undefined }, signal);
};
