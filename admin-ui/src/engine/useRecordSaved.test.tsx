import type { ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { ResourceContextProvider } from 'ra-core';
import { expect, it, vi } from 'vitest';
import { MetaContext } from '../meta';
import { meta } from './form/boat.fixture';
import { useListChanged, useRecordSaved } from './useRecordSaved';

const list = ['boats/list', 'getList', { pagination: { page: 1 } }];
const count = ['boats/list', 'count', {}];
const one = (id: string) => ['boats/list', 'getOne', { id, meta: undefined }];
const albatross = { id: 5, name: 'Albatross', berths: 4 };
const barnacle = { id: 6, name: 'Barnacle', berths: 2 };

/** What the browser knows of boats, and the hooks that change it. */
const open = () => {
  const client = new QueryClient();
  client.setQueryData(list, { data: [albatross, barnacle], total: 2 });
  client.setQueryData(['boats/list', 'getMany', { ids: [5] }], [albatross]);
  client.setQueryData(['harbours/list', 'getList', {}], { data: [{ id: 5, name: 'Kiel' }], total: 1 });
  client.setQueryData(count, 2);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MetaContext value={meta}>
        <ResourceContextProvider value="boats/list">{children}</ResourceContextProvider>
      </MetaContext>
    </QueryClientProvider>
  );
  const { result } = renderHook(() => ({ saved: useRecordSaved(), listChanged: useListChanged() }), { wrapper });
  const isOld = (key: unknown[]) => client.getQueryState(key)?.isInvalidated;
  return { client, hooks: result.current, isOld };
};

it('puts what was saved wherever the record is shown, beside what the answer left out', () => {
  const { client, hooks, isOld } = open();
  act(() => hooks.saved({ id: 5, name: 'Petrel' }));
  expect(client.getQueryData(list)).toEqual({ data: [{ ...albatross, name: 'Petrel' }, barnacle], total: 2 });
  expect(client.getQueryData(['boats/list', 'getMany', { ids: [5] }])).toEqual([{ ...albatross, name: 'Petrel' }]);
  expect(client.getQueryData(one('5'))).toEqual({ id: 5, name: 'Petrel' });
  expect(client.getQueryData(['harbours/list', 'getList', {}])).toEqual({ data: [{ id: 5, name: 'Kiel' }], total: 1 });
  expect([isOld(list), isOld(count)]).toEqual([false, true]); // nothing moves under the eyes, but numbers may be others
});

it('knows a record by its id, whether that came as a number or in an address', () => {
  const { client, hooks } = open();
  act(() => hooks.saved({ id: '5', name: 'Petrel' }));
  expect(client.getQueryData(list)).toMatchObject({ data: [{ name: 'Petrel' }, { name: 'Barnacle' }] });
});

it('asks again for a list that was under way, whose answer may be older than what was saved', async () => {
  const { client, hooks } = open();
  const answers: ((page: object) => void)[] = [];
  const ask = vi.fn(() => new Promise<object>(answer => answers.push(answer)));
  const asking = client.fetchQuery({ queryKey: list, queryFn: ask }).catch(() => undefined);
  act(() => hooks.saved({ id: 5, name: 'Petrel' }));
  answers[0]?.({ data: [albatross, barnacle], total: 2 });
  await asking;
  await vi.waitFor(() => expect(client.getQueryState(list)?.isInvalidated).toBe(true));
  expect(client.getQueryData(list)).toMatchObject({ data: [{ name: 'Petrel' }, { name: 'Barnacle' }] });
});

it('asks for lists and counts of its own resource once records came or went', () => {
  const { hooks, isOld } = open();
  act(() => hooks.listChanged());
  expect([isOld(list), isOld(count), isOld(['harbours/list', 'getList', {}])]).toEqual([true, true, false]);
});

it('asks again for the lists, whose totals stand in their tabs, once a record came into the trash or out of it', () => {
  const into = open();
  act(() => into.hooks.saved({ id: 5, state: 'SUNK' }));
  expect([into.isOld(list), into.isOld(count)]).toEqual([true, true]);
  const out = open();
  out.client.setQueryData(list, { data: [{ ...albatross, state: 'SUNK' }], total: 1 });
  act(() => out.hooks.saved({ id: 5, state: 'SAILS' }));
  expect([out.isOld(list), out.isOld(count)]).toEqual([true, true]);
});
