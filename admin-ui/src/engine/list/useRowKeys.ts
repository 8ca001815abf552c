import { useState } from 'react';
import type { Id } from './useSelection';

/** The keys of rows by the ids of their records: what stays keeps its own, what comes takes over that of what has gone. */
export const rowKeys = (had: ReadonlyMap<Id, number>, ids: readonly Id[]): Map<Id, number> => {
  const wanted = new Set(ids);
  const free = [...had].flatMap(([id, key]) => (wanted.has(id) ? [] : [key]));
  let fresh = Math.max(-1, ...had.values()) + 1;
  return new Map(ids.map(id => [id, had.get(id) ?? free.shift() ?? fresh++]));
};

/**
 * Keys that let the rows of the next page take over the elements of this one, which costs the browser half of making them anew,
 * while a record that only moves takes its row along, with the focus in it.
 */
export const useRowKeys = (ids: readonly Id[]): ReadonlyMap<Id, number> => {
  const now = ids.join();
  const [state, setState] = useState(() => ({ of: now, keys: rowKeys(new Map(), ids) }));
  if (state.of === now) return state.keys;
  const keys = rowKeys(state.keys, ids);
  setState({ of: now, keys });
  return keys;
};
