import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { DashboardCard } from '../../generated/answers';
import { boats } from '../../engine/list/boats.fixture';
import { dialog, filterOf, openBoats, ready } from '../../engine/list/list.fixture';
import { Worklists } from './Worklists';

const adrift: DashboardCard = {
  key: 'endingSoon',
  count: 3,
  link: `/boats/list?filter=${encodeURIComponent('{"state":["AFLOAT"]}')}&sort=name&order=ASC`,
  steps: [{}, { action: 'changeState', status: 'MOORED', atOnce: true }],
};
/** The same with a step that asks in a dialog. */
const asking: DashboardCard = { ...adrift, steps: [{}, { action: 'changeState', status: 'MOORED' }] };
const possible = {
  current: 'AFLOAT',
  results: [{ value: 'MOORED', text: 'boat.status.MOORED', allowed: true, undo: true }],
  totalResults: 1,
};
const calm: DashboardCard = { key: 'mailsFailed', count: 0, link: '/mails', steps: [{}] };

const onMine = vi.fn<(isMine: boolean) => void>();

const list = () => screen.findByRole('list', { name: 'Ending in 14 days' });

/** The list of what waits beside the list of boats, which has the metadata of its records. */
const openDesk = (reply?: Parameters<typeof openBoats>[0], card = adrift) =>
  openBoats(reply, <Worklists cards={[calm, card]} isMine={false} onMine={onMine} />, {}, '/dashboard');

it('asks for the list that a card leads to, opens it, and names what has nothing that waits', async () => {
  const { calls } = openDesk();
  await ready();
  const rows = within(await list()).getAllByRole('listitem');
  expect(rows.length).toBeGreaterThanOrEqual(boats.length);
  const wanted = calls.find(({ path }) => path.startsWith('/api/boat?'));
  expect(wanted && filterOf(wanted)).toEqual({ state: ['AFLOAT'] });
  expect(screen.getByText(/^Nothing waits in: /)).toBeVisible();
});

it('says of each row by what the list is sorted', async () => {
  openDesk(undefined, { ...adrift, link: '/boats/list?filter=%7B%7D&sort=berths&order=ASC' });
  await ready();
  const [first] = within(await list()).getAllByRole('listitem');
  expect(first).toHaveTextContent(/Berths \d/);
});

it('does a step at once, asks for the list again, and goes on to the next row', async () => {
  const { calls, user } = openDesk(({ path }) =>
    path === '/api/boat/changeState' ? { body: { id: 3, version: 9, name: 'Cormorant', state: 'MOORED' } } : undefined,
  );
  await ready();
  const rows = within(await list()).getAllByRole('listitem');
  await user.click(within(rows[0] as HTMLElement).getAllByRole('button')[1] as HTMLElement);
  await waitFor(() => expect(calls.at(-1)?.method).toBe('GET'));
  const sent = calls.find(({ path }) => path === '/api/boat/changeState');
  expect(sent?.body).toMatchObject({ state: 'MOORED' });
  await waitFor(() => expect(rows[1]).toHaveFocus());
});

it('keeps the row of a move that can be taken back in its place until the next step', async () => {
  const moored = { id: 3, version: 9, name: 'Albatross', state: 'MOORED' };
  const { calls, user } = openDesk(({ path }) => {
    if (path === '/api/boat/changeState') return { body: moored };
    if (path.includes('/possibleStatuses/3')) return { body: possible };
    if (path === '/api/undo/boat/changeState/3') return { body: { ...moored, version: 10, state: 'AFLOAT' } };
    return undefined;
  }, asking);
  await ready();
  const rows = within(await list()).getAllByRole('listitem');
  await user.click(within(rows[0] as HTMLElement).getAllByRole('button')[1] as HTMLElement);
  const submit = (await dialog()).getByRole('button', { name: 'Set to “Moored”' });
  await waitFor(() => expect(submit).not.toHaveAttribute('aria-disabled'));
  await user.click(submit);
  const undo = await within(await list()).findByRole('button', { name: 'Undo' });
  const [first] = within(await list()).getAllByRole('listitem');
  expect(first).toHaveTextContent('Albatross');
  expect(first).toContainElement(undo);
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  await user.click(undo);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  const back = calls.find(({ path }) => path === '/api/undo/boat/changeState/3');
  expect(back?.headers.get('if-match')).toBe('"9"');
});

it('offers no way back from a move at once, which may have none', async () => {
  const { user } = openDesk(({ path }) =>
    path === '/api/boat/changeState' ? { body: { id: 3, version: 9, name: 'Albatross', state: 'MOORED' } } : undefined,
  );
  await ready();
  const rows = within(await list()).getAllByRole('listitem');
  await user.click(within(rows[0] as HTMLElement).getAllByRole('button')[1] as HTMLElement);
  await waitFor(() => expect(rows[1]).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('explains in the dialog what the rules refuse', async () => {
  const { user } = openDesk(({ path }) =>
    path === '/api/boat/changeState'
      ? { status: 409, body: { status: 409, code: 'TRANSITION_NOT_ALLOWED' } }
      : undefined,
  );
  await ready();
  const rows = within(await list()).getAllByRole('listitem');
  await user.click(within(rows[0] as HTMLElement).getAllByRole('button')[1] as HTMLElement);
  expect(await dialog()).toBeDefined();
});

it('goes through the rows by J and K', async () => {
  const { user } = openDesk();
  await ready();
  await list();
  screen.getByRole('button', { name: /Ending in 14 days/ }).focus();
  await user.keyboard('j');
  const rows = within(await list()).getAllByRole('listitem');
  expect(rows[0]).toHaveFocus();
  await user.keyboard('j');
  expect(rows[1]).toHaveFocus();
  await user.keyboard('k');
  expect(rows[0]).toHaveFocus();
});

const tasks: DashboardCard = { key: 'myTasks', count: 2, link: '/notes', steps: [] };
const task = (id: number, summary: string) => ({
  id,
  version: 1,
  entity: 'boat',
  entityId: id,
  summary,
  state: 'OPEN',
});

it('leads the keys through the tasks as through every other list, and S ticks one off', async () => {
  const { calls, user } = openBoats(
    ({ path }) =>
      path.startsWith('/api/note/mine')
        ? { body: { results: [task(1, 'Call the harbour'), task(2, 'Paint it')], totalResults: 2 } }
        : undefined,
    <Worklists cards={[adrift, tasks]} isMine={false} onMine={onMine} />,
    {},
    '/dashboard',
  );
  await ready();
  await list();
  const row = (await screen.findByText('Call the harbour')).closest('li');
  screen.getByRole('button', { name: /Ending in 14 days/ }).focus();
  await user.keyboard(']');
  expect(document.activeElement).toHaveTextContent(/^dashboard.card.myTasks|^My tasks/);
  await user.keyboard('j');
  expect(row).toHaveFocus();
  await user.keyboard('s');
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/complete'))).toBe(true));
});

it("shows the reader's own worklists for the choice of one switch", async () => {
  const { user } = openDesk();
  await ready();
  expect(await screen.findByRole('radio', { name: 'All' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Mine' }));
  expect(onMine).toHaveBeenCalledWith(true);
});
