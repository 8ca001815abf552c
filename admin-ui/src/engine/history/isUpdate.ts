import type { HistoryEntry } from '../../generated/answers';
import type { ResourceMeta } from '../../meta';

/** What has words of its own beside the actions that a resource declares. */
const named = new Set(['create', 'delete', 'restore', 'changeStatus', 'read', 'impersonate']);

/** Whether the words of an entry are those of the actions that every record has. */
export const isNamed = ({ action }: HistoryEntry) => named.has(action);

/** Whether an entry says no more than which fields were changed. */
export const isUpdate = (meta: ResourceMeta, entry: HistoryEntry) =>
  !isNamed(entry) && !meta.actions.some(({ name }) => name === entry.action);
