import { Suspense, useCallback } from 'react';
import { ListBase, useRouterProvider } from 'ra-core';
import { lazyPart, loadParts } from '../ui/lazyPart';
import { ListScreen } from './list/ListScreen';
import { listSort } from './list/sort';
import { useIdle } from './list/useIdle';
import { useListPreference } from './list/useListPreference';
import { queryToday } from './list/views';
import { resourceKey, useResourceMeta } from '../meta';
import { useOverride } from './override';

const FormDialog = lazyPart(() => import('./form/FormDialog').then(m => m.FormDialog));

const rows = 10;

/** The list shows its failure in place. */
const quiet = { onError: () => undefined };

/**
 * The screen of one resource: its list, and over it the dialogs that have addresses of their own. What the list shows stands
 * in the address and nowhere else: a link means what it says, whatever was looked at before.
 */
export const ResourceScreen = () => {
  const meta = useResourceMeta();
  const { Routes, Route, Navigate, useLocation } = useRouterProvider();
  const { pathname, search } = useLocation();
  const override = useOverride(meta.name);
  const { pages = [] } = override;
  const [{ perPage = rows }] = useListPreference(meta);
  useIdle(FormDialog.load);
  useIdle(useCallback(() => loadParts(override), [override]));
  const waiting = override.isBeside && <aside className="drawer wait" aria-hidden="true" />;
  const created = (
    <Suspense fallback={null}>
      <FormDialog />
    </Suspense>
  );
  const stored = (
    <Suspense fallback={waiting}>
      <FormDialog waiting={waiting} />
    </Suspense>
  );
  const today = queryToday(meta, search);
  if (today !== search) return <Navigate to={`${pathname}?${today}`} replace />; // a link or view from before a field was renamed, or its order was taken away
  return (
    <ListBase
      resource={resourceKey(meta)}
      sort={listSort(meta)}
      perPage={perPage}
      queryOptions={quiet}
      exporter={false}
      storeKey={false}
      disableAuthentication // the metadata holds only what the caller may read
    >
      <ListScreen />
      <Routes>
        {meta.create && <Route path="create" element={created} />}
        <Route path=":id" element={stored} />
        <Route path=":id/:tab/*" element={stored} />
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
