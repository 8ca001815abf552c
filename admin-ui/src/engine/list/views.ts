import type { SortPayload } from 'ra-core';
import { listSort } from './sort';
import { nameToday, valuesToday, type ResourceMeta } from '../../meta';

/** A list as somebody wants to see it again. */
export interface View {
  name: string;
  query: string;
}

/** What a person set for one list. */
export interface ListPreference {
  columns?: string[];
  perPage?: number;
  views?: View[];
  /** How the list is shown: as rows, a board or a calendar. */
  shownAs?: string;
}

/** What becomes of the saved views, whichever there are by then. */
export const changeViews = (change: (views: View[]) => View[]) => (now: ListPreference) => ({
  views: change(now.views ?? []),
});

/** The views with one more, under a name that no other has. */
export const withView = (views: View[], { name, query }: View) => {
  const isTaken = (wanted: string) => views.some(each => each.name === wanted);
  let free = name;
  for (let n = 2; isTaken(free); n += 1) free = `${name} (${n})`;
  return [...views, { name: free, query }];
};

/** Whether a view is the other one. Another window may have given the same query another name. */
export const isSameView = (view: View, other: View) => view.name === other.name && view.query === other.query;

/** The views with one of them so many places further on. */
export const withMovedView = (views: View[], view: View, step: number) => {
  const at = views.findIndex(each => isSameView(each, view));
  if (at < 0) return views;
  const rest = views.filter((_, i) => i !== at);
  const to = Math.max(0, at + step);
  return [...rest.slice(0, to), view, ...rest.slice(to)];
};

/** The filters of a list, as they stand in the address. */
export type Filter = Record<string, unknown>;

const ordered = (filter: Filter) => JSON.stringify(Object.fromEntries(Object.entries(filter).sort(byName)));

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** The query of a view: filters and order, in one spelling only, so that two can be compared. */
export const viewQuery = (filter: Filter, sort: SortPayload) =>
  new URLSearchParams({ filter: ordered(filter), order: sort.order, sort: sort.field }).toString();

/** The filters a view's query holds; none when it cannot be read. */
export const viewFilter = (query: string): Filter => {
  try {
    return JSON.parse(new URLSearchParams(query).get('filter') ?? '{}') as Filter; // written by viewQuery
  } catch {
    return {};
  }
};

/** The query of an address as the list takes it today: fields by their present names, ordered by what can be sorted. */
export const queryToday = (meta: ResourceMeta, query: string) => {
  const params = new URLSearchParams(query);
  const sort = params.get('sort');
  const field = sort && nameToday(meta, sort);
  if (field) params.set('sort', field);
  if (meta.fields.some(({ name, sortable }) => name === field && !sortable && name !== 'id')) {
    const start = listSort(meta);
    params.set('sort', start.field);
    params.set('order', start.order);
  }
  if (meta.fields.some(({ was }) => was) && params.has('filter')) {
    params.set('filter', ordered(valuesToday(meta, viewFilter(query))));
  }
  const today = params.toString();
  return today === new URLSearchParams(query).toString() ? query : today;
};

/** What a person set for a list, under the names that fields have today. */
export const preferenceToday = (meta: ResourceMeta, set: ListPreference): ListPreference => {
  const { columns, views } = set;
  return {
    ...set,
    ...(columns && { columns: columns.map(name => nameToday(meta, name)) }),
    ...(views && { views: views.map(view => ({ ...view, query: queryToday(meta, view.query) })) }),
  };
};

/** The address of a view of the list, at its first page. */
export const viewSearch = (query: string, perPage: number) => `?${query}&page=1&perPage=${perPage}`;

/** The query of the list without any filter. */
export const allQuery = (meta: ResourceMeta) => viewQuery({}, listSort(meta));

/** The views of the list that come with the product. */
export const shippedViews = (meta: ResourceMeta, t: (key: string) => string): View[] =>
  (meta.views ?? []).map(({ name, filter, sort }) => ({
    name: t(`resources.${meta.name}.views.${name}`),
    query: viewQuery(filter ?? {}, listSort({ ...meta, sort })),
  }));

/** The query of what has been deleted and can be restored. */
export const trashQuery = (meta: ResourceMeta) => viewQuery({ deleted: true }, listSort(meta));

/** Whether a list with these filters shows the trash. */
export const isTrash = (filter: Filter) => filter['deleted'] === true;
