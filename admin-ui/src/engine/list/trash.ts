import { statusAction } from '../../meta';
import type { ActionMeta, ResourceMeta } from '../../meta';

/** Whether an action brings a deleted record back: one of that name, else the one that changes the status. */
export const isRestore = (meta: ResourceMeta, action: ActionMeta) =>
  meta.actions.some(each => each.name === 'restore') ? action.name === 'restore' : action === statusAction(meta);
