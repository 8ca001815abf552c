import type { SharedView } from '../../generated/answers';
import type { ResourceMeta } from '../../meta';
import { request } from '../../providers/http';
import { queryToday, type Arrangement, type View } from './views';

/** With whom a view is shared: everybody who reads the list, or those of one role. */
export type Audience = SharedView['role'];

/** The roles with which a view can be shared. */
export const audiences = ['a', 'b', 'c', 'd'] as const;

const pathOf = (meta: ResourceMeta) => `/api/sharedView/${meta.name}`;

/** Under which the shared views of a list are cached. */
export const sharedKey = (meta: ResourceMeta) => ['sharedViews', meta.name];

/** The views of a list that are shared with the reader. */
export const readShared = async (meta: ResourceMeta, signal: AbortSignal) =>
  (await request<{ results: SharedView[] }>('GET', pathOf(meta), { signal })).data.results;

/** A shared view as the tabs show it. */
export const sharedTab = (meta: ResourceMeta, shared: SharedView, by: string): View => ({
  name: shared.name,
  query: queryToday(meta, shared.query),
  ...(shared.columns.length && { columns: shared.columns }),
  density: shared.density,
  shared,
  by,
});

const bodyOf = ({ name, query, columns, density }: View, role: Audience) => ({
  name,
  query,
  columns: columns ?? [],
  density: density ?? 'COMFORTABLE',
  role,
});

/** Shares a view of one's own, or changes one that is shared. */
export const shareView = (meta: ResourceMeta, view: View, role: Audience) =>
  view.shared
    ? request<SharedView>('PUT', `${pathOf(meta)}/${view.shared.id}`, {
        body: bodyOf(view, role),
        headers: { 'if-match': `"${view.shared.version}"` },
      })
    : request<SharedView>('POST', pathOf(meta), { body: bodyOf(view, role) });

/** Ends the sharing of a view. */
export const withdrawView = (meta: ResourceMeta, { id, version }: SharedView) =>
  request('DELETE', `${pathOf(meta)}/${id}`, { headers: { 'if-match': `"${version}"` } });

/** A view as one keeps it for oneself. */
export const ownCopy = ({ name, query, columns, density }: View): View => ({ name, query, columns, density });

/** Whether the list is laid out otherwise than the view says. */
export const isArrangedOtherwise = (view: View, now: Arrangement) =>
  now.density !== view.density || now.columns?.join() !== view.columns?.join();
