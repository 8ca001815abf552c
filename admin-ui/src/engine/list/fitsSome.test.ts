import { expect, it } from 'vitest';
import type { ActionMeta } from '../../meta';
import { fitsSome } from './fitsSome';
import type { Selection } from './useSelection';

const accept: ActionMeta = {
  name: 'accept',
  target: 'record',
  method: 'POST',
  path: '',
  input: [],
  when: { field: 'state', in: ['OPEN'] },
};
const rows = [
  { id: 1, state: 'OPEN' },
  { id: 2, state: 'KEPT' },
  { id: 3, state: 'KEPT' },
];
const nothing = () => undefined;
const chosen = (ids: number[], everything = false): Selection => ({
  ids: new Set(ids),
  everything,
  toggle: nothing,
  setPage: nothing,
  selectEverything: nothing,
  keep: nothing,
  clear: nothing,
});

it.each<[string, Selection, Record<string, unknown>, boolean]>([
  ['one of the chosen records allows it', chosen([1, 2]), {}, true],
  ['no chosen record allows it', chosen([2, 3]), {}, false],
  ['a chosen record is on another page', chosen([2, 99]), {}, true],
  ['everything is chosen and not filtered', chosen([], true), {}, true],
  ['everything is chosen within a state that allows it', chosen([], true), { state: ['OPEN', 'KEPT'] }, true],
  ['everything is chosen within states that do not', chosen([], true), { state: ['KEPT'] }, false],
])('offers an action by whether it fits: %s', (_, selection, filters, isOffered) => {
  expect(fitsSome(accept, { selection, rows, filters })).toBe(isOffered);
});
