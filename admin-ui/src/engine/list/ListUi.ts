import { createContext, useContext, type Dispatch, type SetStateAction } from 'react';
import type { Saved } from '../useRecordSaved';
import type { ActionMeta } from '../../meta';
import type { Change } from '../preference';
import type { Column } from './columns';
import type { Id, Selection } from './useSelection';
import type { ListPreference, View, Viewed } from './views';

/** The dialog that is open over the list, except those with an address of their own. */
export type Opened =
  | { kind: 'action'; action: ActionMeta; record: Saved }
  | { kind: 'bulk'; action: ActionMeta }
  | { kind: 'delete'; record: Saved }
  | { kind: 'export' }
  | { kind: 'import' }
  | { kind: 'keys' }
  | { kind: 'saveView'; view?: View }
  | { kind: 'shareView'; view: View }
  | { kind: 'dropView'; view: View };

/** What the parts of one list share besides react-admin's list context. */
export interface ListUi {
  columns: Column[];
  preference: ListPreference;
  setPreference: (change: Change<ListPreference>) => void;
  viewed: Viewed;
  setViewed: Dispatch<SetStateAction<Viewed>>;
  selection: Selection;
  /** The row the keyboard is at. */
  cursor: Id | undefined;
  setCursor: (id: Id) => void;
  open: (dialog: Opened) => void;
  close: () => void;
}

/** Carries the shared state of the list at hand. */
export const ListUiContext = createContext<ListUi | undefined>(undefined);

/** The shared state of the list at hand. */
export const useListUi = () => {
  const ui = useContext(ListUiContext);
  if (!ui) throw new Error('useListUi outside of a list');
  return ui;
};

/** What a row asks of its list. It stays the same while one moves and chooses, so that only the rows concerned are drawn again. */
type RowUi = Pick<ListUi, 'setCursor' | 'open'> & Pick<Selection, 'toggle'>;

/** Carries it. */
export const RowUiContext = createContext<RowUi | undefined>(undefined);

/** What a row asks of its list. */
export const useRowUi = () => {
  const ui = useContext(RowUiContext);
  if (!ui) throw new Error('useRowUi outside of a list');
  return ui;
};
