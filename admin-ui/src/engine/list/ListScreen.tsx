import { Suspense, useCallback, useMemo, useState } from 'react';
import { useListContext } from 'ra-core';
import { lazyPart } from '../../ui/lazyPart';
import { useResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { RowsSearchContext } from '../useRecordPath';
import type { Saved } from '../useRecordSaved';
import { OtherView } from '../views/parts';
import { listColumns } from './columns';
import { FilterBar } from './FilterBar';
import { Footer } from './Footer';
import { ListBody } from './ListBody';
import { ListHead } from './ListHead';
import { ListUiContext, RowUiContext } from './ListUi';
import type { Opened } from './ListUi';
import { loadRowLines } from './RowMenu';
import { Toolbar } from './Toolbar';
import { useCursorAtOpened, useFocusRestore, useFocusReturn } from './useFocusReturn';
import { useIdle } from './useIdle';
import { useListKeys } from './useListKeys';
import { useListPreference } from './useListPreference';
import { useRowClick } from './useRowClick';
import { useRowsSearch } from './useRowsSearch';
import { useSelection } from './useSelection';
import type { Id } from './useSelection';
import type { Viewed } from './views';
import { ViewTabs } from './ViewTabs';
import './list.css';
import './drawer.css';

const CellTools = lazyPart(() => import('../cellEditing/CellTools').then(m => m.CellTools));
const ListDialogs = lazyPart(() => import('./dialogs/ListDialogs').then(m => m.ListDialogs));

/** The list of the resource at hand: views, filters, rows, and what one can do with them. */
export const ListScreen = () => {
  const meta = useResourceMeta();
  const override = useOverride(meta.name);
  const { Above, List = ListBody } = override;
  const { data, filterValues } = useListContext<Saved>();
  const [preference, setPreference] = useListPreference(meta);
  const [viewed, setViewed] = useState<Viewed>({ shared: [] });
  const [opened, open] = useState<Opened>();
  const [cursor, setCursor] = useState<Id>();
  const page = useMemo(() => data?.map(record => record.id) ?? [], [data]);
  const selection = useSelection(page, JSON.stringify(filterValues));
  const chosen = viewed.columns ?? preference.columns;
  const columns = useMemo(() => listColumns(meta, override, chosen), [meta, override, chosen]);
  const close = useCallback(() => open(undefined), []);
  const ui = useMemo(
    () => ({ columns, preference, setPreference, viewed, setViewed, selection, cursor, setCursor, open, close }),
    [columns, preference, setPreference, viewed, selection, cursor, close],
  );
  const { toggle } = selection;
  const rowsSearch = useRowsSearch();
  const shownAs = /view=(board|calendar)/.exec(rowsSearch)?.[1];
  const rowUi = useMemo(() => ({ toggle, setCursor, open }), [toggle]);
  useListKeys(ui);
  useRowClick();
  useFocusReturn(cursor);
  useFocusRestore(opened !== undefined || selection.ids.size > 0, cursor);
  useCursorAtOpened(page, setCursor);
  const [hasTools, setHasTools] = useState(false);
  useIdle(useCallback(() => CellTools.load().then(() => setHasTools(true)), []));
  useIdle(ListDialogs.load);
  useIdle(loadRowLines);
  return (
    <ListUiContext.Provider value={ui}>
      <div className="list" data-density={viewed.density ?? preference.density}>
        {Above && <Above />}
        <ListHead />
        <ViewTabs />
        <FilterBar />
        {meta[shownAs as 'board'] ? (
          <Suspense fallback={null}>
            <OtherView />
          </Suspense>
        ) : (
          <>
            <Toolbar />
            <RowUiContext value={rowUi}>
              <RowsSearchContext value={rowsSearch}>
                <List />
              </RowsSearchContext>
            </RowUiContext>
            <Footer />
            {hasTools && <CellTools />}
          </>
        )}
      </div>
      {opened && (
        <Suspense fallback={null}>
          <ListDialogs opened={opened} />
        </Suspense>
      )}
    </ListUiContext.Provider>
  );
};
