import type { RaRecord } from 'ra-core';
import { isAllowed, type ActionMeta } from '../../meta';
import type { Selection } from './useSelection';

interface Chosen {
  selection: Selection;
  /** The records of the page. */
  rows: readonly RaRecord[] | undefined;
  filters: Record<string, unknown>;
}

/**
 * Whether an action could change any of the chosen records, as far as the panel knows them: by their rows on the page, and
 * by the filter where everything that it matches is chosen. Of records on other pages it is not known, so they count.
 */
export const fitsSome = (action: ActionMeta, { selection, rows = [], filters }: Chosen) => {
  if (!action.when) return true;
  if (selection.everything) {
    const wanted = filters[action.when.field];
    return !Array.isArray(wanted) || wanted.length === 0 || wanted.some(value => action.when?.in.includes(value));
  }
  const known = rows.filter(({ id }) => selection.ids.has(id));
  return known.length < selection.ids.size || known.some(record => isAllowed(action, record));
};
