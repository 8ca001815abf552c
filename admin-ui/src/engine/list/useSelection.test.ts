import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSelection, type Id } from './useSelection';

const first: Id[] = [1, 2, 3, 4, 5];
const second: Id[] = [6, 7, 8];

/** The chosen rows of a list of two pages. */
const open = () => {
  const { result, rerender } = renderHook(({ page, filter }) => useSelection(page, filter), {
    initialProps: { page: first, filter: 'all' },
  });
  const now = () => result.current;
  return {
    now,
    chosen: () => [...now().ids],
    toggle: (id: Id, extend?: boolean) => act(() => now().toggle(id, extend)),
    run: (change: () => void) => act(change),
    turnTo: (page: Id[], filter = 'all') => rerender({ page, filter }),
  };
};

it('chooses a row and lets it go again', () => {
  const { toggle, chosen } = open();
  toggle(2);
  expect(chosen()).toEqual([2]);
  toggle(2);
  expect(chosen()).toEqual([]);
});

it.each([
  ['down', 2, 4],
  ['up', 4, 2],
])('chooses all rows from the one before %s to this', (_, from, to) => {
  const { toggle, chosen } = open();
  toggle(from);
  toggle(to, true);
  expect(chosen().sort()).toEqual([2, 3, 4]);
});

it('lets all rows go from the one before to this, where this one was chosen', () => {
  const { now, run, toggle, chosen } = open();
  run(() => now().setPage(true));
  toggle(2); // goes
  toggle(4, true);
  expect(chosen()).toEqual([1, 5]);
});

it('reaches no further than the page one sees', () => {
  const { toggle, turnTo, chosen } = open();
  toggle(5);
  turnTo(second);
  toggle(7, true);
  expect(chosen()).toEqual([5, 7]);
});

it('chooses and lets go a page, and keeps what was chosen on others', () => {
  const { now, run, toggle, turnTo, chosen } = open();
  toggle(2);
  turnTo(second);
  run(() => now().setPage(true));
  expect(chosen()).toEqual([2, 6, 7, 8]);
  run(() => now().setPage(false));
  expect(chosen()).toEqual([2]);
});

it('goes on from everything with the page one sees, once one row is taken out', () => {
  const { now, run, toggle, turnTo, chosen } = open();
  run(() => now().selectEverything());
  turnTo(second);
  expect([now().everything, chosen()]).toEqual([true, first]);
  toggle(7);
  expect([now().everything, chosen()]).toEqual([false, [6, 8]]);
});

it('starts anew with another filter, and finds nothing again on the way back', () => {
  const { toggle, turnTo, chosen } = open();
  toggle(2);
  turnTo(first, 'moored');
  expect(chosen()).toEqual([]);
  toggle(3);
  turnTo(first);
  expect(chosen()).toEqual([]);
});

it('keeps what a bulk action could not change, or nothing', () => {
  const { now, run, toggle, chosen } = open();
  toggle(2);
  run(() => now().keep([4, 5]));
  expect(chosen()).toEqual([4, 5]);
  run(() => now().clear());
  expect(chosen()).toEqual([]);
});

it('gives rows the same functions whatever is chosen, so that they need not be drawn again', () => {
  const { now, toggle } = open();
  const before = now();
  toggle(2);
  expect(now()).not.toBe(before);
  expect([now().toggle, now().setPage]).toEqual([before.toggle, before.setPage]);
  expect(now().toggle).toBe(before.toggle);
});
