import type { ResourceMeta } from '../../meta';

/** Whether the record lies in the trash, from where it can only be restored. */
export const isTrashed = (meta: ResourceMeta, record: Record<string, unknown>) =>
  meta.trash !== undefined && record[meta.trash.field] === meta.trash.value;
