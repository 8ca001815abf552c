import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Call, Reply } from '../../../test/service';
import { navigate } from '../../router/history';
import { boats, filterOf, openBoats } from './list.fixture';

const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement; // rows are tr

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

it('keeps the filters in the address and asks the service for them', async () => {
  const { calls, user } = openBoats();
  await rowOf('Albatross');
  await user.type(screen.getByRole('searchbox', { name: 'Name contains' }), 'alba{Enter}');
  await user.click(screen.getByRole('button', { name: 'State Any' }));
  const options = within(await screen.findByRole('listbox', { name: 'State' }));
  await user.click(options.getByRole('option', { name: 'Moored' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(calls.map(filterOf)).toContainEqual({ name: 'alba', state: ['MOORED'] }));
  expect(new URLSearchParams(location.search).get('filter')).toBe('{"name":"alba","state":["MOORED"]}');
  expect(screen.getByRole('button', { name: 'State Moored' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
  expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
});

it('is whole again by a link without filters, whatever was looked at before', async () => {
  const { calls } = openBoats();
  act(() => navigate(`/boats/list?filter=${encodeURIComponent('{"name":"gull"}')}&page=1&perPage=10`));
  await waitFor(() => expect(calls.at(-1)?.path).toContain('gull'));
  act(() => navigate('/'));
  act(() => navigate('/boats/list'));
  expect(await rowOf('Albatross')).toBeVisible();
  expect(calls.at(-1)?.path).not.toContain('gull');
  expect(location.search).toBe('');
});

it('finds one of many choices by its words', async () => {
  const { calls, user } = openBoats();
  await rowOf('Albatross');
  await user.click(screen.getByRole('button', { name: 'Port Any' }));
  const list = within(await screen.findByRole('listbox', { name: 'Port' }));
  const options = () => list.getAllByRole('option').map(option => option.textContent);
  expect(options().slice(0, 4)).toEqual(['Any', 'Bari', 'Bergen', 'Brest']);
  await user.keyboard('RI{ArrowDown}');
  expect(options()).toEqual(['Bari', 'Riga']);
  await user.keyboard('{Enter}{Escape}');
  expect(screen.getByRole('button', { name: 'Port Riga' })).toHaveFocus();
  await waitFor(() => expect(calls.map(filterOf)).toContainEqual({ port: ['RIGA'] }));
});

it('filters by a day, shown as days are shown', async () => {
  const { calls, user } = openBoats();
  await rowOf('Albatross');
  await user.click(screen.getByRole('button', { name: 'Hired by Any' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Hired by' }));
  await user.type(dialog.getByRole('textbox', { name: 'Date' }), '12 Jan 2027{Enter}');
  await waitFor(() => expect(calls.map(filterOf)).toContainEqual({ hiredBy: '2027-01-12' }));
  expect(screen.getByRole('button', { name: 'Hired by 12 Jan 2027' })).toHaveFocus();
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

const refusing =
  (name: string, key: string) =>
  ({ path }: Call): Reply | undefined =>
    path.startsWith('/api/boat?') && decodeURIComponent(path).includes(`"${name}"`)
      ? {
          status: 422,
          body: { status: 422, messages: [key], fieldErrors: { [name]: [key] }, params: {}, code: 'VALIDATION' },
        }
      : undefined;

it('leaves out a filter of the address that there is not, says so, and keeps the others', async () => {
  const asked = encodeURIComponent(JSON.stringify({ nonsense: 'x', name: 'Alb' }));
  const { calls } = openBoats(refusing('nonsense', 'error.unknownField'), undefined, {}, `/boats/list?filter=${asked}`);
  await rowOf('Albatross');
  expect(filterOf(calls.filter(({ path }) => path.startsWith('/api/boat?')).at(-1) as Call)).toEqual({ name: 'Alb' });
});

it.each([{ a: 1 }, [['x']]])('leaves out a filter of the address whose value %j is none, and says so', async value => {
  const asked = encodeURIComponent(JSON.stringify({ home: value, name: 'Alb' }));
  const { calls } = openBoats(refusing('home', 'validation.text'), undefined, {}, `/boats/list?filter=${asked}`);
  await rowOf('Albatross');
  expect(filterOf(calls.filter(({ path }) => path.startsWith('/api/boat?')).at(-1) as Call)).toEqual({ name: 'Alb' });
});

it('names the filter that the service refuses, with the way out', async () => {
  const asked = encodeURIComponent(JSON.stringify({ name: 'Alb' }));
  const { user } = openBoats(refusing('name', 'validation.numeric'), undefined, {}, `/boats/list?filter=${asked}`);
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(alert).toHaveTextContent('Name contains: Must be a number.'));
  await user.click(within(alert).getByRole('button', { name: /Remove this filter/ }));
  expect(await rowOf('Albatross')).toBeVisible();
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

it('names what nearly matches and takes that filter away', async () => {
  const { user } = openBoats(call => {
    const asked = call.path.includes('name=') || 'name' in filterOf(call);
    if (!call.path.startsWith('/api/boat?') || !asked) return undefined;
    return { body: { results: [], totalResults: 0 } };
  });
  await rowOf('Albatross');
  await user.click(screen.getByRole('button', { name: 'State Any' }));
  await user.click(await screen.findByRole('option', { name: 'Moored' }));
  await user.keyboard('{Escape}');
  await user.type(screen.getByRole('searchbox'), 'zzz{Enter}');
  expect(await screen.findByRole('heading', { name: 'No boat matches these filters' })).toBeVisible();
  expect(await screen.findByText(/Asked for: Name “zzz”, State Moored\. 1,240 match without Name\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove the filter Name' }));
  expect(await rowOf('Albatross')).toBeVisible();
  expect(screen.getByRole('button', { name: 'State Moored' })).toBeVisible();
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
  const asked = lists();
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: 'Bittern' })).toHaveFocus();
  expect(location.pathname).toBe('/boats/list');
  expect(lists()).toBe(asked);
});
