import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { ResourceMeta } from '../../meta';
import type { Tab } from '../../ui/Tabs';
import { fetchPage } from '../fetchPage';
import { notesKey } from './noteCalls';

/** The name of the tab in the address. */
export const notesTab = 'notes';

/** The tab with the notes of a record and how many there are; none where the resource takes no notes. */
export const useNotesTab = (meta: ResourceMeta, id: unknown): Tab[] => {
  const t = useTranslate();
  const { data } = useQuery({
    queryKey: [notesKey, 'count', meta.name, String(id)],
    queryFn: async ({ signal }) =>
      (await fetchPage('/api/note/beside', { filter: { entity: meta.name, entityId: id }, limit: 1, signal }))
        .totalResults,
    enabled: meta.notes === true && id !== undefined,
    retry: false,
  });
  return meta.notes ? [{ name: notesTab, label: t('panel.notes.tab'), count: data }] : [];
};
