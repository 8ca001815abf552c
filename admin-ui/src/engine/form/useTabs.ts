import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { Tab } from '../../ui/Tabs';
import { useMeta, type ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { useNotesTab } from '../notes/useNotesTab';
import { boardOf, boardTab } from '../board/boardTab';
import { useRelatedTabs } from '../related/useRelatedTabs';
import { timelineTab } from '../timeline/timelineCalls';

/** The name of the tab with what matters of a record, in its address. */
export const summaryTab = 'summary';

/** What was changed in the form, and when what was left unsaved was left. */
interface Draft {
  changed: readonly string[];
  restoredAt: number | undefined;
}

/**
 * The tabs of a record's dialog, and the one that its address alone means: what matters, the form, those of the override, of which one may
 * stand first, the related lists, notes, timeline, history. An unknown name in the address means the same.
 */
export const useTabs = (meta: ResourceMeta, record: Record<string, unknown>, wanted: string, form?: Draft) => {
  const t = useTranslate();
  const [hadDraft] = useState(form?.restoredAt !== undefined);
  const changes = form?.changed.length;
  const { Overview, tabs: declared = [] } = useOverride(meta.name);
  const all = useMeta();
  const { permissions } = all;
  const own = declared.filter(({ needs = [] }) => needs.every(permission => permissions.includes(permission)));
  const first = own.find(tab => tab.isFirst);
  const drawn = own.map(({ name, label, count }) => ({ name, label: t(label), count: count?.(record) }));
  const related = useRelatedTabs(meta, record);
  const notes = useNotesTab(meta, record['id']);
  const tabs: Tab[] = [
    ...(Overview ? [{ name: summaryTab, label: t('panel.summary.tab') }] : []),
    ...drawn.filter(tab => tab.name === first?.name),
    { name: 'details', label: t('panel.form.details'), count: (Overview && changes) || undefined },
    ...drawn.filter(tab => tab.name !== first?.name),
    ...(boardOf(all, meta.name) ? [{ name: boardTab, label: t('panel.board.tab') }] : []),
    ...related,
    ...notes,
    ...(meta.timeline ? [{ name: timelineTab, label: t('panel.timeline.tab') }] : []),
    ...(meta.can.includes('history') ? [{ name: 'history', label: t('panel.history.title') }] : []),
  ];
  const home = Overview && !hadDraft ? summaryTab : (first?.name ?? 'details'); // what was left unsaved is in sight
  const current = tabs.some(tab => tab.name === wanted) ? wanted : home;
  // one that a person works in goes on after it was saved
  const isWorkplace = own.some(tab => tab.name === current && tab.isFull);
  const isFull = Overview !== undefined || current === boardTab || isWorkplace;
  const size: 'full' | 'normal' = isFull ? 'full' : 'normal';
  return { tabs, home, current, size, isWorkplace };
};
