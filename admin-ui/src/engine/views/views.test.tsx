import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { currentLocation } from '../../router/history';
import { boat } from '../list/boats.fixture';
import { openBoats, ready } from '../list/list.fixture';
import { viewName, viewNames, withView } from './viewAddress';

const declared = {
  board: { filter: 'state', fields: ['berths'], next: {}, ends: [], tabs: [] },
  calendar: { start: 'hireStart', end: 'hireEnd', days: [] },
};

beforeEach(() => {
  Object.assign(boat, declared);
  return () => {
    delete boat.board;
    delete boat.calendar;
  };
});

it('shows the list as what one chooses, says so in the address, and remembers it', async () => {
  const { calls, user } = openBoats();
  await ready();
  await user.click(await screen.findByRole('link', { name: 'Board' }));
  expect(await screen.findByRole('region', { name: 'Boats by status' })).toBeVisible();
  expect(currentLocation().search).toContain('view=board');
  expect(screen.getByRole('link', { name: 'Board' })).toHaveAttribute('aria-current', 'page');
  const storedPreference = () =>
    calls.findLast(({ method, path }) => method === 'PUT' && path === '/api/preference/list.boat');
  await waitFor(() => expect(storedPreference()?.body).toEqual({ value: { shownAs: 'board' } }));
  await user.click(screen.getByRole('link', { name: 'List' }));
  await ready();
  expect(currentLocation().search).not.toContain('view=');
  await waitFor(() => expect(storedPreference()?.body).toEqual({ value: { shownAs: 'list' } }));
});

it('stays as it is shown when a filter changes', async () => {
  const { user } = openBoats(undefined, undefined, {}, '/boats/list?view=board');
  await screen.findByRole('region', { name: 'Boats by status' });
  await user.type(screen.getByRole('searchbox'), 'alba{Enter}');
  await waitFor(() => expect(currentLocation().search).toContain('alba'));
  await waitFor(() => expect(currentLocation().search).toContain('view=board'));
});

it('opens as it was shown last, and a link that names a view as that', async () => {
  const stored = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path === '/api/preference/list.boat' ? { body: { value: { shownAs: 'calendar' } } } : undefined;
  openBoats(stored);
  await waitFor(() => expect(currentLocation().search).toBe('?view=calendar'));
  expect(await screen.findByRole('button', { name: 'Today' })).toBeVisible();
});

it('offers what is declared, and shows the list where an address names something else', () => {
  expect(viewNames(boat)).toEqual(['list', 'board', 'calendar']);
  expect(viewName(boat, 'calendar.2027-01.bars')).toBe('calendar');
  expect(viewName(boat, 'map')).toBe('list');
  const { board: _, ...plain } = boat;
  expect(viewNames(plain)).toEqual(['list', 'calendar']);
  expect(withView('?filter=%7B%7D&view=board', 'list')).toBe('?filter=%7B%7D');
  expect(withView('', 'board')).toBe('?view=board');
});
