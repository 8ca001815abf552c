import { useTranslate } from 'ra-core';
import type { Tab } from '../../ui/Tabs';
import type { ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { useNotesTab } from '../notes/useNotesTab';
import { useRelatedTabs } from '../related/useRelatedTabs';

/** The tabs of a record's dialog: details, those of the override, the related lists, notes, history. An unknown name in the address is details. */
export const useTabs = (meta: ResourceMeta, record: Record<string, unknown>, wanted: string) => {
  const t = useTranslate();
  const { tabs: own = [] } = useOverride(meta.name);
  const related = useRelatedTabs(meta, record);
  const notes = useNotesTab(meta, record['id']);
  const tabs: Tab[] = [
    { name: 'details', label: t('panel.form.details') },
    ...own.map(({ name, label, count }) => ({ name, label: t(label), count: count?.(record) })),
    ...related,
    ...notes,
    ...(meta.can.includes('history') ? [{ name: 'history', label: t('panel.history.title') }] : []),
  ];
  return { tabs, current: tabs.some(tab => tab.name === wanted) ? wanted : 'details' };
};
