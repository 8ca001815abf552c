import type { Column } from '../../engine/list/columns';
import type { ListUi } from '../../engine/list/ListUi';
import type { Selection } from '../../engine/list/useSelection';

const noop = () => undefined;

const selection: Selection = {
  ids: new Set(),
  everything: true,
  toggle: noop,
  setPage: noop,
  selectEverything: noop,
  keep: noop,
  clear: noop,
};

/** The shared state of a list without rows to choose: everything that its filter matches is chosen. */
export const chosenAll = (columns: Column[]): ListUi => ({
  columns,
  preference: {},
  setPreference: noop,
  viewed: { shared: [] },
  setViewed: noop,
  selection,
  cursor: undefined,
  setCursor: noop,
  open: noop,
  close: noop,
});
