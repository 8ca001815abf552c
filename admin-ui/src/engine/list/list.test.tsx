import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { boats } from './boats.fixture';
import { openBoats, rowOf } from './list.fixture';

// rows are tr

it('draws rows from the metadata', async () => {
  openBoats();
  const row = within(await rowOf('Cormorant'));
  expect(row.getByText('Moored')).toBeVisible();
  expect(row.getByText('Kiel')).toBeVisible();
  expect(row.getByText('12 Jan – 30 Jun 2027')).toBeVisible();
  expect(row.getByText('2 of 3')).toBeVisible();
  expect(row.getByRole('link')).toHaveAttribute('href', '/boats/list/1');
  const heads = screen.getAllByRole('columnheader').map(head => head.textContent?.trim());
  expect(heads).toEqual(['', 'Name', 'State', 'Harbour', 'Hire', 'Berths', 'Actions']);
  expect(screen.getAllByText('1,240').length).toBeGreaterThan(0);
  expect(screen.getByText('1–10 of 1,240')).toBeVisible();
  expect(screen.getByText('Page 1 of 124')).toBeVisible();
});

it('has nothing axe objects to', async () => {
  openBoats();
  await rowOf('Albatross');
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([]);
});

it('sorts by a head and says so', async () => {
  const { calls, user } = openBoats();
  await rowOf('Albatross');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending'),
  );
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending'),
  );
  await waitFor(() => expect(calls.at(-1)?.path).toContain(encodeURIComponent('["name","DESC"]')));
});

it('shows a failure in place, with the request id and another try', async () => {
  let isDown = true;
  const { user } = openBoats(({ path }) => {
    if (!path.startsWith('/api/boat?') || !isDown) return undefined;
    return {
      status: 503,
      body: { status: 503, code: 'UNAVAILABLE', messages: ['error.unavailable'], requestId: 'r-17' },
    };
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(
    'The list of boats could not be loaded. The service is busy or being updated. Try again in a moment. Request r-17',
  );
  isDown = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await rowOf('Albatross')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('tries the page again that could not be read', async () => {
  let isDown = true;
  const { user } = openBoats(call => {
    const asksSecond = call.path.startsWith('/api/boat?') && call.path.includes(encodeURIComponent('[10,19]'));
    if (!asksSecond) return undefined;
    if (!isDown) return { body: { results: [{ ...boats[0], id: 11, name: 'Dabchick' }], totalResults: 1240 } };
    return {
      status: 503,
      body: { status: 503, code: 'UNAVAILABLE', messages: ['error.unavailable'], requestId: 'r-18' },
    };
  });
  await rowOf('Albatross');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Albatross' })).toBeVisible());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Page 2 of the boats could not be loaded, so the first one is shown\..*Request r-18/,
  );
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rowOf('Dabchick')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(new URLSearchParams(location.search).get('page')).toBe('2');
});

it('refuses to write while offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openBoats();
  await screen.findByRole('heading', { name: 'Boats' });
  const create = screen.getByRole('button', { name: 'New boat' });
  expect(create).toHaveAttribute('aria-disabled', 'true');
  expect(create).toHaveAccessibleDescription(/offline/);
});

it('shows two lines a record on a phone', async () => {
  const media = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => media);
  onTestFinished(() => void vi.unstubAllGlobals());
  openBoats();
  const list = within(await screen.findByRole('list', { name: 'Boats' }));
  const card = list.getAllByRole('listitem')[2] as HTMLElement; // three boats
  expect(card).toHaveTextContent('CormorantMooredKiel12 Jan – 30 Jun 2027');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Filters' })).toBeVisible();
  expect(boats).toHaveLength(list.getAllByRole('link').length);
});

it('returns the focus to the row, changed by what was saved and nothing else', async () => {
  const { calls, user } = openBoats();
  await rowOf('Barnacle');
  const lists = () => calls.filter(({ path }) => path.startsWith('/api/boat?') && path.includes('range')).length;
  await user.click(screen.getByRole('link', { name: 'Barnacle' }));
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  expect(location.pathname).toBe('/boats/list/2');
  await user.clear(name);
  await user.type(name, 'Bittern');
  const wanted = lists();
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: 'Bittern' })).toHaveFocus();
  expect(location.pathname).toBe('/boats/list');
  expect(lists()).toBe(wanted);
});
