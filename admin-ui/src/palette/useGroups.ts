import { useTranslate } from 'ra-core';
import { resourceLabel, useMeta } from '../meta';
import type { Line } from './line';
import { lastUsedFirst } from './used';
import { useActions } from './useActions';
import { useClients } from './useClients';
import { useCommands } from './useCommands';
import { useIds } from './useIds';
import { foundAtMost, useRecords } from './useRecords';
import { useScreens } from './useScreens';
import { useSearches } from './useSearches';

/** Lines under one heading. */
export interface Group {
  name: string;
  /** Of records of one kind: what they are called and how many were found. */
  heading?: string;
  lines: Line[];
}

/**
 * What fits the text, in groups: what an id names, screens, records by their kind, the lists they are in, what can be done with the
 * record that is open, lists of clients, commands. Before one types, what was opened last comes first. A `>` at the start asks for what
 * can be done only.
 */
export const useGroups = (text: string) => {
  const isCommandsOnly = text.startsWith('>');
  const wanted = (isCommandsOnly ? text.slice(1) : text).trim();
  const looked = isCommandsOnly ? '' : wanted;
  const { records, crowded, isSearching, hasFailed } = useRecords(looked);
  const searches = useSearches(crowded, wanted);
  const screens = lastUsedFirst(useScreens(wanted));
  const ids = useIds(wanted);
  const actions = lastUsedFirst(useActions(wanted));
  const clients = useClients(looked);
  const commands = lastUsedFirst(useCommands(wanted));
  const found = useByKind(records);
  const acts = [
    { name: 'actions', lines: actions },
    { name: 'clients', lines: clients },
    { name: 'commands', lines: commands },
  ];
  const typed = [
    { name: 'ids', lines: ids },
    { name: 'screens', lines: screens },
    ...found,
    { name: 'searches', lines: searches },
    ...acts,
  ];
  const untyped = [{ name: 'recent', lines: records }, acts[0], { name: 'screens', lines: screens }, acts[2]];
  const all = isCommandsOnly ? acts : wanted === '' ? untyped : typed;
  const groups = all.filter((group): group is Group => group !== undefined && group.lines.length > 0);
  return { groups, wanted, isSearching, hasFailed };
};

/** Records by their kind, in the order in which the best of each was found. */
const useByKind = (records: readonly Line[]): Group[] => {
  const t = useTranslate();
  const { resources } = useMeta();
  const kinds = [...new Set(records.map(({ record }) => record?.resource ?? ''))];
  return kinds.map(kind => {
    const meta = resources.find(({ name }) => name === kind);
    const lines = records.filter(({ record }) => record?.resource === kind);
    const count = lines.length < foundAtMost ? String(lines.length) : `${foundAtMost}+`;
    const plural = meta ? t(resourceLabel(meta, 'plural')) : t('panel.palette.records');
    return { name: `records ${kind}`, heading: `${plural} ${count}`, lines };
  });
};
