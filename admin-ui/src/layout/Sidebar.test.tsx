import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noMeta, noResource, Panel } from '../../test/Panel';
import { fakeService } from '../../test/service';
import type { Meta } from '../meta';
import { navigate } from '../router/history';
import { Sidebar } from './Sidebar';

const meta: Meta = {
  ...noMeta,
  resources: [{ ...noResource, name: 'project', views: [{ name: 'endingSoon', filter: {}, sort: '' }] }],
  groups: [
    ...noMeta.groups,
    {
      name: 'projects',
      segment: 'projects',
      entries: [{ name: 'projectList', label: 'menu.projectList', route: '/projects/list', resource: 'project' }],
    },
    {
      name: 'platform',
      segment: 'platform',
      entries: [
        { name: 'clients', label: 'menu.clients', route: '/platform/clients' },
        { name: 'vmsConnection', label: 'menu.connections', route: '/platform/vms/connections' },
        { name: 'vmsMapping', label: 'resources.vmsMapping.plural', route: '/platform/vms/mappings', unlisted: true },
      ],
    },
    {
      name: 'esearch',
      segment: 'esearch',
      entries: [{ name: 'searchPools', label: 'menu.searchPools', route: '/esearch/pools', unlisted: true }],
    },
  ],
};

const show = async (path: string) => {
  act(() => navigate(path));
  render(
    <Panel meta={meta}>
      <Sidebar />
    </Panel>,
  );
  await screen.findByRole('navigation', { name: 'Main' });
};

it('shows the groups and entries of the metadata but for those that are not listed', async () => {
  await show('/dashboard');
  expect(screen.getAllByRole('link').map(link => link.textContent)).toEqual([
    'Dashboard',
    'Project list',
    'Clients',
    'menu.connections',
  ]);
  expect(screen.queryByText('Pools')).toBeNull();
  expect(screen.queryByText('Search')).toBeNull();
});

it('marks the entry and the group of the present place', async () => {
  await show('/projects/list/7?page=2&per-page=5');
  expect(screen.getByRole('link', { name: 'Project list' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Clients' })).not.toHaveAttribute('aria-current');
  expect(screen.getByText('Projects')).toHaveClass('on');
  expect(screen.getByText('Platform')).not.toHaveClass('on');
});

it('marks the entry that a page without one of its own belongs to', async () => {
  await show('/platform/vms/setup');
  expect(screen.getByRole('link', { name: 'menu.connections' })).toHaveAttribute('aria-current', 'page');
});

it('says once the panel is quiet how much waits behind an entry, by one call', async () => {
  const calls = fakeService(({ path }) =>
    path === '/api/view/waiting'
      ? { body: { results: [{ resource: 'project', view: 'endingSoon', count: 1204 }], totalResults: 1 } }
      : { body: {} },
  );
  await show('/dashboard');
  expect(await screen.findByRole('link', { name: /^Project list, ?1,204 waiting$/ }, { timeout: 5000 })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Clients' })).toBeVisible();
  expect(calls.filter(({ path }) => path === '/api/view/waiting')).toHaveLength(1);
});
