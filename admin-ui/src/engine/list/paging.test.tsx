import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Reply } from '../../../test/service';
import { boats } from './boats.fixture';
import { dialog, filterOf, openBoats, ready } from './list.fixture';

const listCalls = (calls: ReturnType<typeof openBoats>['calls']) =>
  calls.filter(({ path }) => path.startsWith('/api/boat?') && path.includes('range'));

it('ends at the last page, and goes back from there', async () => {
  const { calls, user } = openBoats(undefined, undefined, {}, '/boats/list?page=124&perPage=10');
  await ready();
  expect(screen.getByText('1,231–1,240 of 1,240')).toBeVisible();
  expect(screen.getByText('Page 124 of 124')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await waitFor(() => expect(listCalls(calls).at(-1)?.path).toContain(encodeURIComponent('[1220,1229]')));
  expect(screen.getByRole('button', { name: 'Next page' })).toBeEnabled();
});

it('asks for the next page with the click, before its address is there, and once', async () => {
  let arrive: (reply: Reply) => void = () => undefined;
  const next = new Promise<Reply>(resolve => {
    arrive = resolve;
  });
  const { calls } = openBoats(({ path }) => (path.includes(encodeURIComponent('[10,19]')) ? next : undefined));
  await ready();
  const before = listCalls(calls).length;
  const requested = () =>
    listCalls(calls)
      .slice(before)
      .map(({ path }) => new URL(path, location.origin).searchParams.get('range'));
  screen.getByRole('button', { name: 'Next page' }).click();
  await Promise.resolve().then(() => Promise.resolve());
  expect([location.search.includes('page=2'), requested()]).toEqual([false, ['[10,19]']]);
  expect(await screen.findByText('11–20 of 1,240')).toBeVisible();
  arrive({ body: { results: boats.map(boat => ({ ...boat, name: `${boat.name} II` })), totalResults: 1240 } });
  expect(await screen.findByRole('link', { name: 'Albatross II' })).toBeVisible();
  expect(requested()).toEqual(['[10,19]']);
});

it('leads from a row to its record over the page the row belongs to, also while the next one is on its way', async () => {
  let arrive: (reply: Reply) => void = () => undefined;
  const next = new Promise<Reply>(resolve => {
    arrive = resolve;
  });
  const { user } = openBoats(({ path }) => (path.includes(encodeURIComponent('[10,19]')) ? next : undefined));
  const link = await ready();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('11–20 of 1,240')).toBeVisible();
  expect(link).toHaveAttribute('href', '/boats/list/3');
  arrive({ body: { results: boats.map(boat => ({ ...boat, name: `${boat.name} II` })), totalResults: 1240 } });
  const arrived = await screen.findByRole('link', { name: 'Albatross II' });
  expect(arrived.getAttribute('href')).toMatch(/^\/boats\/list\/3\?.*page=2&per-page=10/);
});

it('says that there are none yet, and that none were deleted, without a filter to take away', async () => {
  const none = { body: { results: [], totalResults: 0 } };
  const { user } = openBoats(({ path }) => (path.startsWith('/api/boat?') ? none : undefined));
  expect(await screen.findByRole('heading', { name: 'No boats yet' })).toBeVisible();
  expect(screen.getByText('No results')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await user.click(screen.getByRole('link', { name: /^Deleted/ }));
  expect(await screen.findByRole('heading', { name: 'No deleted boats' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
});

it('stays in the trash when the filters in it are cleared', async () => {
  const { calls, user } = openBoats(undefined, undefined, {}, '/boats/list?filter={"deleted":true,"name":"alba"}');
  await ready();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(filterOf(listCalls(calls).at(-1) ?? { path: '' })).toEqual({ deleted: true }));
});

it('says the order in words, and begins with the highest of a figure', async () => {
  const { calls, user } = openBoats(undefined, undefined, { cells: { berths: { align: 'end' } } });
  await ready();
  const line = () => screen.getByText(/^· /);
  expect(line()).toHaveTextContent('· newest first');
  await user.click(screen.getByRole('button', { name: 'Berths' }));
  await waitFor(() => expect(line()).toHaveTextContent('Berths, highest first'));
  expect(listCalls(calls).at(-1)?.path).toContain(encodeURIComponent('["berths","DESC"]'));
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(line()).toHaveTextContent('Name, A to Z'));
});

it('folds on a phone all filters but the first text into one button, which counts them, with the order', async () => {
  const media = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => media);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { calls, user } = openBoats(undefined, undefined, {}, '/boats/list?filter={"name":"a","state":["SUNK"]}');
  await screen.findByRole('list', { name: 'Boats' });
  expect(screen.getByRole('searchbox')).toHaveValue('a');
  expect(screen.queryByRole('button', { name: /^State/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Filters, 1 set' })); // the text is in sight
  const sheet = await dialog();
  expect(sheet.getByRole('button', { name: 'State Sunk' })).toBeVisible();
  await user.selectOptions(sheet.getByRole('combobox', { name: 'Order' }), 'Berths ascending');
  await waitFor(() => expect(listCalls(calls).at(-1)?.path).toContain(encodeURIComponent('["berths","ASC"]')));
  await user.click(sheet.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(filterOf(listCalls(calls).at(-1) ?? { path: '' })).toEqual({}));
  expect(sheet.getByRole('button', { name: 'Show 1,240 boats' })).toBeVisible();
});
