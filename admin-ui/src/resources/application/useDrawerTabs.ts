import type { ComponentType } from 'react';
import { useTranslate } from 'ra-core';
import { useNotesTab } from '../../engine/notes/useNotesTab';
import { useCan, useResourceMeta } from '../../meta';
import type { Application } from '../../generated/resources';
import { Answers } from './Answers';
import { HistoryTab } from './HistoryTab';
import { Mails } from './Mails';
import { NotesTab } from './NotesTab';
import { Overview } from './Overview';
import { RateTab } from './RateTab';
import { Sending } from './Sending';
import type { TabProps } from './TabProps';

interface DrawerTab {
  name: string;
  Body: ComponentType<TabProps>;
  count?: number | undefined;
}

const first: DrawerTab = { name: 'overview', Body: Overview };

/** The tabs of an application that its reader may see. An unknown name in the address means the first. */
export const useDrawerTabs = (application: Application | undefined, wanted: string | undefined) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const [notes] = useNotesTab(meta, application?.id);
  const seesRates = useCan('rate.read');
  const all: DrawerTab[] = [
    first,
    { name: 'answers', Body: Answers, count: application?.answers?.length || undefined },
    ...(seesRates ? [{ name: 'rate', Body: RateTab }] : []),
    { name: 'sending', Body: Sending, count: application?.attempts?.length || undefined },
    { name: 'mails', Body: Mails },
    ...(notes ? [{ ...notes, Body: NotesTab }] : []),
    ...(meta.can.includes('history') ? [{ name: 'history', Body: HistoryTab }] : []),
  ];
  const tabs = all.map(({ name, count }) => ({ name, count, label: t(`panel.application.tab.${name}`) }));
  const found = all.find(({ name }) => name === wanted);
  return { tabs, current: found ?? first, isUnknown: wanted !== undefined && !found };
};
