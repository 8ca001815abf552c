import { useTranslate } from 'ra-core';
import { useQueries } from '@tanstack/react-query';
import { fieldLabel, resourceKey, resourceLabel, useMeta, type ResourceMeta } from '../../meta';
import type { Tab } from '../../ui/Tabs';
import { fetchPage } from '../fetchPage';
import { relatedLists, tabName, type RelatedList } from './relatedLists';

/** Asks how many records refer to one; none of them is read. */
const countQuery = ({ meta, by }: RelatedList, id: unknown) => ({
  queryKey: [resourceKey(meta), 'count', by, String(id)],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await fetchPage(meta.path, { filter: { [by]: id }, limit: 1, signal })).totalResults,
  retry: false,
});

/** The tabs of the lists that refer to a record, each with how many there are once that is known. */
export const useRelatedTabs = (meta: ResourceMeta, record: Record<string, unknown>): Tab[] => {
  const t = useTranslate();
  const lists = relatedLists(useMeta(), meta.name);
  const counts = useQueries({ queries: lists.map(list => countQuery(list, record['id'])) });
  return lists.map((list, at) => {
    const name = tabName(lists, list);
    const plural = t(resourceLabel(list.meta, 'plural'));
    const label = name === list.by ? `${plural}: ${t(fieldLabel(list.meta, list.by))}` : plural;
    return { name, label, count: counts[at]?.data };
  });
};
