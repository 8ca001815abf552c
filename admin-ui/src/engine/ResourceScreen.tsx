import { lazy, Suspense } from 'react';
import { ListBase, useNotify, useRouterProvider } from 'ra-core';
import { ListScreen } from './list/ListScreen';
import { listSort } from './list/sort';
import type { ListPreference } from './list/views';
import { resourceKey, useResourceMeta } from './meta';
import { useOverride } from './override';
import { usePreference } from './usePreference';
import { useWords } from './useWords';

const FormDialog = lazy(() => import('./form/FormDialog').then(m => ({ default: m.FormDialog })));

const nothing: ListPreference = {};
const rows = 10;

/** The screen of one resource: its list, and over it the dialogs that have addresses of their own. */
export const ResourceScreen = () => {
  const meta = useResourceMeta();
  const { Routes, Route } = useRouterProvider();
  const { pages = [] } = useOverride(meta.name);
  const [{ perPage = rows }] = usePreference<ListPreference>(`list.${meta.name}`, nothing);
  const dialog = (
    <Suspense fallback={null}>
      <FormDialog />
    </Suspense>
  );
  return (
    <ListBase
      resource={resourceKey(meta)}
      sort={listSort(meta)}
      perPage={perPage}
      queryOptions={{ onError: useLostPage() }}
      exporter={false}
    >
      <ListScreen />
      <Routes>
        {meta.create && <Route path="create" element={dialog} />}
        <Route path=":id" element={dialog} />
        <Route path=":id/:tab" element={dialog} />
        {pages.map(({ path, Page }) => (
          <Route
            key={path}
            path={path}
            element={
              <Suspense fallback={null}>
                <Page />
              </Suspense>
            }
          />
        ))}
      </Routes>
    </ListBase>
  );
};

/** The first page shows its failure in place. From another one that fails the list falls back to the first, which it may still have: a toast says why. */
const useLostPage = () => {
  const notify = useNotify();
  const { plural } = useWords();
  return () => {
    const page = Number(new URLSearchParams(location.search).get('page'));
    if (page > 1) notify('panel.list.failed', { type: 'error', messageArgs: { plural } });
  };
};
