import { useLayoutEffect, useMemo, useRef, useState } from 'react';

/** The id of a record. */
export type Id = string | number;

/** Which rows are chosen: some, or everything the filter matches. */
export interface Selection {
  ids: ReadonlySet<Id>;
  everything: boolean;
  toggle: (id: Id, extend?: boolean) => void;
  setPage: (chosen: boolean) => void;
  selectEverything: () => void;
  keep: (ids: Id[]) => void;
  clear: () => void;
}

interface Chosen {
  filter: string;
  ids: ReadonlySet<Id>;
  everything: boolean;
  last?: Id;
}

const empty: Omit<Chosen, 'filter'> = { ids: new Set(), everything: false };

/** The rows between two of a page, both included. */
const between = (page: Id[], from: Id, to: Id) => {
  const ends = [page.indexOf(from), page.indexOf(to)].sort((a, b) => a - b);
  return page.slice(ends[0], (ends[1] ?? 0) + 1);
};

/**
 * Keeps the chosen rows across pages. A changed filter starts anew: what was chosen may no longer be in sight. The
 * functions stay the same, so that a row need not be drawn again because another one was chosen.
 */
export const useSelection = (page: Id[], filter: string): Selection => {
  const [state, setState] = useState<Chosen>({ ...empty, filter });
  const current = useMemo(() => (state.filter === filter ? state : { ...empty, filter }), [state, filter]);
  const latest = useRef({ current, page });
  useLayoutEffect(() => {
    latest.current = { current, page };
  });
  const acts = useMemo(() => {
    const set = (ids: Iterable<Id>, more: { everything?: boolean; last?: Id } = {}) =>
      setState({ filter: latest.current.current.filter, everything: false, ...more, ids: new Set(ids) });
    /** The chosen rows; of everything only those in sight, since what goes on from it is no longer everything. */
    const chosen = () => {
      const { current, page } = latest.current;
      return new Set(current.everything ? page : current.ids);
    };
    const toggle = (id: Id, extend = false) => {
      const { current, page } = latest.current;
      const ids = chosen();
      const on = !ids.has(id);
      const from = extend && current.last !== undefined && page.includes(current.last) ? current.last : id;
      for (const each of between(page, from, id)) {
        if (on) ids.add(each);
        else ids.delete(each);
      }
      set(ids, { last: id });
    };
    const setPage = (isOn: boolean) => {
      const { page } = latest.current;
      const rest = [...chosen()].filter(id => !page.includes(id));
      set(isOn ? [...rest, ...page] : rest);
    };
    const selectEverything = () => set(latest.current.page, { everything: true });
    return { toggle, setPage, selectEverything, keep: (ids: Id[]) => set(ids), clear: () => set([]) };
  }, []);
  return useMemo(() => ({ ids: current.ids, everything: current.everything, ...acts }), [current, acts]);
};
