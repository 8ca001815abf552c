import { useCommands } from './useCommands';
import { useIds } from './useIds';
import { useRecords } from './useRecords';
import { useScreens } from './useScreens';
import { useSearches } from './useSearches';

/** What fits the text, in groups: what an id names, records, the lists they are in, screens, commands. A `>` at its start asks for commands only. */
export const useGroups = (text: string) => {
  const isCommandsOnly = text.startsWith('>');
  const wanted = (isCommandsOnly ? text.slice(1) : text).trim();
  const { records, crowded, isSearching, hasFailed } = useRecords(isCommandsOnly ? '' : wanted);
  const searches = useSearches(crowded, wanted);
  const screens = useScreens(wanted);
  const ids = useIds(wanted);
  const commands = useCommands(wanted);
  const groups = [
    { name: 'ids', lines: isCommandsOnly ? [] : ids },
    { name: wanted === '' ? 'recent' : 'records', lines: isCommandsOnly ? [] : records },
    { name: 'searches', lines: isCommandsOnly ? [] : searches },
    { name: 'screens', lines: isCommandsOnly ? [] : screens },
    { name: 'commands', lines: commands },
  ];
  return { groups: groups.filter(group => group.lines.length > 0), wanted, isSearching, hasFailed };
};
