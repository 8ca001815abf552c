import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { noMeta, noResource, Panel } from '../../test/Panel';
import { fakeService } from '../../test/service';
import { useAtHand } from '../engine/recordAtHand';
import { markUsed } from './used';
import { useGroups } from './useGroups';

const entry = (resource: string, route: string) => ({ name: resource, label: `${resource} list`, route, resource });

const meta = {
  ...noMeta,
  groups: [
    ...noMeta.groups,
    {
      name: 'users',
      segment: 'users',
      route: '',
      entries: [entry('person', '/people'), entry('application', '/applications')],
    },
  ],
  resources: [
    { ...noResource, name: 'person', route: '/people', filters: [{ name: 'clientName', kind: 'client' }] },
    { ...noResource, name: 'application', route: '/applications' },
  ],
};

const found = (resource: string, id: number) => ({
  resource,
  id,
  title: `list of ${id}`,
  handle: '',
  sub: '',
  route: `/${resource}`,
});

const lines = [
  { label: 'Pause the list', onSelect: vi.fn() },
  { label: 'Extend the list', refusal: 'Not now', onSelect: vi.fn() },
];

const groupsFor = (text: string) => {
  fakeService(({ path }) => {
    if (path.startsWith('/api/find')) {
      const people = [1, 2, 3, 4, 5].map(id => found('people', id)).map(one => ({ ...one, resource: 'person' }));
      return { body: { results: [...people, { ...found('applications', 7), resource: 'application' }] } };
    }
    return { body: { results: [{ id: 3, name: 'Listen & Partner', code: 'L' }] } };
  });
  const wrapper = ({ children }: { children: ReactNode }) => <Panel meta={meta}>{children}</Panel>;
  return renderHook(
    () => {
      useAtHand('Kyle', lines);
      return useGroups(text);
    },
    { wrapper },
  ).result;
};

beforeEach(() => localStorage.clear());

it('tells screens, then people before applications with how many, then what can be done with the open record, then clients', async () => {
  const result = groupsFor('list');
  await waitFor(() => expect(result.current.groups.map(({ name }) => name)).toContain('clients'));
  await waitFor(() => expect(result.current.isSearching).toBe(false));
  const { groups } = result.current;
  expect(groups.map(({ name, heading }) => heading ?? name)).toEqual([
    'screens',
    'resources.person.plural 5+',
    'Applications 1',
    'actions',
    'clients',
  ]);
  const actions = groups.find(({ name }) => name === 'actions')?.lines ?? [];
  expect(actions.map(({ label, sub }) => [label, sub])).toEqual([['Pause the list', 'Kyle']]);
});

it('begins with what was used last, and finds the way out by other words', () => {
  markUsed('screen /applications');
  const screens = groupsFor('').current.groups.find(({ name }) => name === 'screens')?.lines ?? [];
  expect(screens[0]?.to).toBe('/applications');
  expect(groupsFor('>sign off').current.groups.flatMap(group => group.lines.map(({ id }) => id))).toEqual([
    'command logout',
  ]);
});
