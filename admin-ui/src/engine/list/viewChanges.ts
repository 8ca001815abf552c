import type { ListPreference, View } from './views';

/** What becomes of the saved views, whichever there are by then. */
export const changeViews = (change: (views: View[]) => View[]) => (now: ListPreference) => ({
  views: change(now.views ?? []),
});

/** The views with one more, under a name that no other has. */
export const withView = (views: View[], { name, ...rest }: View): View[] => {
  const isNameUsed = (wanted: string) => views.some(each => each.name === wanted);
  let free = name;
  for (let n = 2; isNameUsed(free); n += 1) free = `${name} (${n})`;
  return [...views, { name: free, ...rest }];
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
