import type { ReactNode } from 'react';
import { renderHook } from '@testing-library/react';
import { ListContextProvider, type ListControllerResult } from 'ra-core';
import { expect, it, vi } from 'vitest';
import { useFilter } from './useFilter';

/** A list that has these filters, and the control of each filter by its name. */
const openList = (filterValues: Record<string, unknown>) => {
  const setFilters = vi.fn();
  const list = { filterValues, setFilters } as unknown as ListControllerResult; // all of a list that a filter asks for
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ListContextProvider value={list}>{children}</ListContextProvider>
  );
  return {
    control: (name: string) => renderHook(() => useFilter(name), { wrapper }).result.current,
    asked: () => setFilters.mock.lastCall?.[0] as object,
  };
};

/** The filter `name` of a list that has these filters. */
const open = (name: string, filterValues: Record<string, unknown>) => {
  const { control, asked } = openList(filterValues);
  const [value, set] = control(name);
  const after = (next: unknown) => {
    set(next);
    return asked(); // what the list is asked for then
  };
  return { value, after };
};

it('is what the list is asked for, beside the other filters', () => {
  const { value, after } = open('name', { name: 'alba', state: ['SUNK'] });
  expect(value).toBe('alba');
  expect(after('barn')).toEqual({ name: 'barn', state: ['SUNK'] });
});

it.each([
  ['an empty text', ''],
  ['an empty choice', []],
  ['nothing', undefined],
])('is taken away by %s', (_, empty) => {
  expect(open('name', { name: 'alba', state: ['SUNK'] }).after(empty)).toEqual({ state: ['SUNK'] });
});

it.each([false, 0])('may be %s, which is not nothing', value => {
  expect(open('insured', {}).after(value)).toEqual({ insured: value });
});

it('is kept when another is set before the list is drawn again', () => {
  const { control, asked } = openList({ state: ['SUNK'] });
  const [, setName] = control('name');
  const [, setInsured] = control('insured');
  setName('alba');
  setInsured(true);
  expect(asked()).toEqual({ state: ['SUNK'], name: 'alba', insured: true });
});

it('forgets what was asked for once the list shows other filters', () => {
  const first = openList({ name: 'alba' });
  first.control('name')[1]('barn');
  const next = openList({ state: ['SUNK'] });
  next.control('insured')[1](true);
  expect(next.asked()).toEqual({ state: ['SUNK'], insured: true });
});
