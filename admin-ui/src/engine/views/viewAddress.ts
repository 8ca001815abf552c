import type { ResourceMeta } from '../../meta';

/** How a list is shown. */
export type ViewName = 'list' | 'board' | 'calendar';

/** The ways in which the list of a resource can be shown, the rows first. */
export const viewNames = (meta: ResourceMeta): ViewName[] => [
  'list',
  ...(meta.board ? (['board'] as const) : []),
  ...(meta.calendar ? (['calendar'] as const) : []),
];

/** What an address says of the view: its name, and details after a dot, such as `calendar.2026-11.bars`. Empty for none. */
export const viewIn = (search: string) => new URLSearchParams(search).get('view') ?? '';

/** The name of a view that is written so; the list where the resource has no such view. */
export const viewName = (meta: ResourceMeta, view: string): ViewName =>
  viewNames(meta).find(name => name === view.split('.')[0]) ?? 'list';

/** The same address with another view; the list needs no word. */
export const withView = (search: string, view: string) => {
  const query = new URLSearchParams(search);
  query.delete('view');
  if (view !== 'list') query.set('view', view);
  const text = query.toString();
  return text && `?${text}`;
};
