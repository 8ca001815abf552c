import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Call, Reply } from '../../../test/service';
import { navigate } from '../../router/history';
import { filterOf, openBoats, rowOf } from './list.fixture';

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
  const parameters = encodeURIComponent(JSON.stringify({ nonsense: 'x', name: 'Alb' }));
  const { calls } = openBoats(
    refusing('nonsense', 'error.unknownField'),
    undefined,
    {},
    `/boats/list?filter=${parameters}`,
  );
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

it('names what nearly matches and takes that filter away', async () => {
  const { user } = openBoats(call => {
    const wanted = call.path.includes('name=') || 'name' in filterOf(call);
    if (!call.path.startsWith('/api/boat?') || !wanted) return undefined;
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
