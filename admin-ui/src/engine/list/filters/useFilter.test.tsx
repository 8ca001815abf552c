import type { ReactNode } from 'react';
import { renderHook } from '@testing-library/react';
import { ListContextProvider, type ListControllerResult } from 'ra-core';
import { expect, it, vi } from 'vitest';
import { useFilter } from './useFilter';

/** The filter `name` of a list that has these filters. */
const open = (name: string, filterValues: Record<string, unknown>) => {
  const setFilters = vi.fn();
  const list = { filterValues, setFilters } as unknown as ListControllerResult; // all of a list that a filter asks for
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ListContextProvider value={list}>{children}</ListContextProvider>
  );
  const { result } = renderHook(() => useFilter(name), { wrapper });
  const [value, set] = result.current;
  const after = (next: unknown) => {
    set(next);
    return setFilters.mock.lastCall?.[0] as object; // what the list is asked for then
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
