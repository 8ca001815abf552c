import type { GroupMeta } from '../meta';
import type { IconName } from '../ui/Icon';

const icons: Record<string, IconName> = {
  dashboard: 'home',
  projects: 'case',
  pools: 'pool',
  users: 'users',
  questions: 'question',
  content: 'text',
  platform: 'server',
  esearch: 'index',
};

/** The icon of a sidebar group. */
export const groupIcon = (name: string): IconName => icons[name] ?? 'case';

/** The icon of a resource: that of the group its screen stands in. */
export const iconOf = (groups: GroupMeta[], resource: string): IconName => {
  const group = groups.find(({ entries }) => entries.some(entry => entry.resource === resource));
  return groupIcon(group?.name ?? '');
};
