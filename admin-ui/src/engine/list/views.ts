import type { SortPayload } from 'ra-core';
import type { ListDensity, SharedView } from '../../generated/answers';
import { listSort } from './sort';
import { nameToday, valuesToday, type ResourceMeta } from '../../meta';

/** A list as somebody wants to see it again. */
export interface View extends Arrangement {
  name: string;
  query: string;
  /** The view as the service has it, where it is shared. */
  shared?: SharedView;
  /** By whom, in words. */
  by?: string;
}

/** How a list is laid out; what is left out is as the person has it otherwise. */
export interface Arrangement {
  columns?: string[] | undefined;
  density?: ListDensity | undefined;
}

/** The view at hand, and how the list is laid out in it; which views others share. */
export interface Viewed extends Arrangement {
  shared: View[];
  view?: View | undefined;
  /** The key of the view that was chosen last, where several have the same query. */
  chosen?: string | undefined;
}

/** What a person set for one list. */
export interface ListPreference extends Arrangement {
  perPage?: number;
  views?: View[];
  /** How the list is shown: as rows, a board or a calendar. */
  shownAs?: string;
}

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
