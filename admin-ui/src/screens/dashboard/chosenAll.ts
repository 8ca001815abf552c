import type { Column } from '../../engine/list/columns';
import type { ListUi } from '../../engine/list/ListUi';
import type { Selection } from '../../engine/list/useSelection';

const nothing = () => undefined;

const selection: Selection = {
  ids: new Set(),
  everything: true,
  toggle: nothing,
  setPage: nothing,
  selectEverything: nothing,
  keep: nothing,
  clear: nothing,
};

/** The shared state of a list without rows to choose: everything that its filter matches is chosen. */
export const chosenAll = (columns: Column[]): ListUi => ({
  columns,
  preference: {},
  setPreference: nothing,
  selection,
  cursor: undefined,
  setCursor: nothing,
  open: nothing,
  close: nothing,
});
