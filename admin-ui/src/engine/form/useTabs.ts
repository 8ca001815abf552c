import { useTranslate } from 'ra-core';
import type { Tab } from '../../ui/Tabs';
import { useMeta, type ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { useNotesTab } from '../notes/useNotesTab';
import { useRelatedTabs } from '../related/useRelatedTabs';

/** The tabs of a record's dialog: details, those of the override, the related lists, notes, history. An unknown name in the address is details. */
export const useTabs = (meta: ResourceMeta, record: Record<string, unknown>, wanted: string) => {
  const t = useTranslate();
  const { tabs: all = [] } = useOverride(meta.name);
  const { permissions } = useMeta();
  const own = all.filter(({ needs = [] }) => needs.every(permission => permissions.includes(permission)));
  const related = useRelatedTabs(meta, record);
  const notes = useNotesTab(meta, record['id']);
  const tabs: Tab[] = [
    { name: 'details', label: t('panel.form.details') },
    ...own.map(({ name, label, count }) => ({ name, label: t(label), count: count?.(record) })),
    ...related,
    ...notes,
    ...(meta.can.includes('history') ? [{ name: 'history', label: t('panel.history.title') }] : []),
  ];
  const current = tabs.some(tab => tab.name === wanted) ? wanted : 'details';
  const size: 'full' | 'normal' = own.some(({ name, isFull }) => name === current && isFull) ? 'full' : 'normal';
  return { tabs, current, size };
};
