import { useCallback, useMemo, useState } from 'react';

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

/** Keeps the chosen rows across pages. A changed filter starts anew: what was chosen may no longer be in sight. */
export const useSelection = (page: Id[], filter: string): Selection => {
  const [state, setState] = useState<Chosen>({ ...empty, filter });
  const current = useMemo(() => (state.filter === filter ? state : { ...empty, filter }), [state, filter]);
  const set = useCallback(
    (ids: Iterable<Id>, more: { everything?: boolean; last?: Id } = {}) => {
      setState({ filter, everything: false, ...more, ids: new Set(ids) });
    },
    [filter],
  );
  return useMemo(() => {
    const toggle = (id: Id, extend = false) => {
      const chosen = new Set(current.ids);
      const on = !chosen.has(id);
      const from = extend && current.last !== undefined && page.includes(current.last) ? current.last : id;
      for (const each of between(page, from, id)) {
        if (on) chosen.add(each);
        else chosen.delete(each);
      }
      set(chosen, { last: id });
    };
    const setPage = (chosen: boolean) => {
      const rest = [...current.ids].filter(id => !page.includes(id));
      set(chosen ? [...rest, ...page] : rest);
    };
    return {
      ids: current.ids,
      everything: current.everything,
      toggle,
      setPage,
      selectEverything: () => set(page, { everything: true }),
      keep: (ids: Id[]) => set(ids),
      clear: () => set([]),
    };
  }, [current, page, set]);
};
