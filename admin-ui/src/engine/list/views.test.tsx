import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dialog, openBoats, ready } from './list.fixture';

const path = '/api/preference/list.boat';
const view = (name: string, filter: object) => ({
  name,
  query: new URLSearchParams({ filter: JSON.stringify(filter), order: 'DESC', sort: 'id' }).toString(),
});
const theirs = view('White birds', { name: 'barn' });

it('keeps a view that another window saves at the same moment', async () => {
  let value: unknown = null;
  let isLate = true;
  const { calls, user } = openBoats(call => {
    if (call.path !== path) return undefined;
    if (call.method === 'PUT' && isLate) {
      [value, isLate] = [{ perPage: 25, views: [theirs] }, false];
      return { status: 409, body: { status: 409, code: 'STALE_VERSION', messages: ['error.staleVersion'] } };
    }
    if (call.method === 'PUT') ({ value } = call.body as { value: unknown });
    return { body: { value }, headers: { etag: isLate ? '"before"' : '"after"' } };
  });
  await ready();
  await user.type(screen.getByRole('searchbox'), 'alba{Enter}');
  await screen.findByRole('button', { name: 'Clear filters' });
  await user.click(screen.getByRole('button', { name: 'Save this view' }));
  const form = await dialog();
  await user.type(form.getByRole('textbox', { name: 'Name of the view' }), 'White birds{Enter}');
  expect(await screen.findByRole('link', { name: /^White birds \(2\)/ })).toBeVisible();
  expect(screen.getByRole('link', { name: /^White birds(?! \()/ })).toBeVisible();
  await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-current', 'page'));
  const tags = calls.filter(({ method }) => method === 'PUT').map(({ headers }) => headers.get('if-match'));
  expect(tags).toEqual(['"before"', '"after"']);
  await waitFor(() => expect(value).toMatchObject({ perPage: 25, views: [theirs, { name: 'White birds (2)' }] }));
});

it('finds what was saved before a field was renamed, and keeps it under the new name', async () => {
  const saved = {
    columns: ['title', 'state'],
    views: [view('Old birds', { title: 'alba' }), view('Other birds', { state: 'SUNK' })],
  };
  let value: unknown = saved;
  const { user } = openBoats(call => {
    if (call.path !== path) return undefined;
    if (call.method === 'PUT') ({ value } = call.body as { value: unknown });
    return { body: { value }, headers: { etag: '"a"' } };
  });
  await ready();
  await user.click(await screen.findByRole('link', { name: /^Old birds/ }));
  expect(await screen.findByRole('searchbox')).toHaveValue('alba');
  expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual(
    expect.arrayContaining(['Name', 'State']),
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for the view Old birds' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
  await user.click(await screen.findByRole('button', { name: 'Delete view' }));
  await waitFor(() => expect(value).toEqual({ columns: ['name', 'state'], views: [saved.views[1]] }));
  await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-current', 'page'));
});

it('understands a link from before a field was renamed', async () => {
  const filter = encodeURIComponent(JSON.stringify({ title: 'alba' }));
  openBoats(undefined, undefined, {}, `/boats/list?filter=${filter}&order=ASC&sort=title`);
  await ready();
  expect(await screen.findByRole('searchbox')).toHaveValue('alba');
  expect(new URLSearchParams(location.search).get('sort')).toBe('name');
});

it('counts all views with one call', async () => {
  const { calls } = openBoats();
  await ready();
  expect(await screen.findByRole('link', { name: /^Deleted.*1,240/ })).toBeVisible();
  expect(calls.filter(call => call.path === '/api/view/boat/totals')).toHaveLength(1);
});
