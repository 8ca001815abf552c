import { useTranslate } from 'ra-core';
import type { Tab } from '../../ui/Tabs';
import { useMeta, type ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { useNotesTab } from '../notes/useNotesTab';
import { useRelatedTabs } from '../related/useRelatedTabs';

/** The name of the tab with what matters of a record, in its address. */
export const summaryTab = 'summary';

/**
 * The tabs of a record's dialog: what matters, the form, those of the override, the related lists, notes, history. An unknown name in
 * the address is the first of them.
 */
export const useTabs = (meta: ResourceMeta, record: Record<string, unknown>, wanted: string, changes = 0) => {
  const t = useTranslate();
  const { Overview, tabs: all = [] } = useOverride(meta.name);
  const { permissions } = useMeta();
  const own = all.filter(({ needs = [] }) => needs.every(permission => permissions.includes(permission)));
  const related = useRelatedTabs(meta, record);
  const notes = useNotesTab(meta, record['id']);
  const tabs: Tab[] = [
    ...(Overview ? [{ name: summaryTab, label: t('panel.summary.tab') }] : []),
    { name: 'details', label: t('panel.form.details'), count: Overview && changes > 0 ? changes : undefined },
    ...own.map(({ name, label, count }) => ({ name, label: t(label), count: count?.(record) })),
    ...related,
    ...notes,
    ...(meta.can.includes('history') ? [{ name: 'history', label: t('panel.history.title') }] : []),
  ];
  const first = Overview ? summaryTab : 'details';
  const current = tabs.some(tab => tab.name === wanted) ? wanted : first;
  const isFull = Overview !== undefined || own.some(tab => tab.name === current && tab.isFull);
  const size: 'full' | 'normal' = isFull ? 'full' : 'normal';
  return { tabs, first, current, size };
};
