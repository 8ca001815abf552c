import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { filterOf, openBoats, ready } from '../list.fixture';
import { StaffFilter } from './StaffFilter';

const people = { results: [{ id: 4, name: 'Ada Byron' }], totalResults: 1 };

const open = (at?: string) =>
  openBoats(
    ({ path }) => (path.startsWith('/api/note/people') ? { body: people } : undefined),
    undefined,
    { filters: { port: StaffFilter } },
    at,
  );

const requestedFilters = (calls: { path: string }[]) =>
  calls.filter(({ path }) => path.startsWith('/api/boat?')).map(filterOf);

it("narrows the list to the reader's own in one click, and back in another", async () => {
  const { calls, user } = open();
  await ready();
  const mine = screen.getByRole('button', { name: 'Mine' });
  await user.click(mine);
  await waitFor(() => expect(requestedFilters(calls)).toContainEqual({ port: 'me' }));
  expect(mine).toHaveAttribute('aria-pressed', 'true');
  await user.click(mine);
  expect(mine).toHaveAttribute('aria-pressed', 'false');
});

it('finds somebody by name among those who may read the list, or nobody', async () => {
  const { calls, user } = open();
  await ready();
  await user.click(screen.getByRole('button', { name: /^Port/ }));
  expect(await screen.findByRole('option', { name: 'Nobody' })).toBeVisible();
  await user.click(await screen.findByRole('option', { name: 'Ada Byron' }));
  await waitFor(() => expect(requestedFilters(calls)).toContainEqual({ port: '4' }));
  expect(calls.some(({ path }) => path.includes('entity=boat'))).toBe(true);
});

it('says in words whose records a link shows', async () => {
  open(`/boats/list?filter=${encodeURIComponent('{"port":"4"}')}`);
  await ready();
  expect(await screen.findByRole('button', { name: /^Port Ada Byron/ })).toBeVisible();
});
