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
  const tags = calls.filter(({ method }) => method === 'PUT').map(({ headers }) => headers.get('if-match'));
  expect(tags).toEqual(['"before"', '"after"']);
  await waitFor(() => expect(value).toMatchObject({ perPage: 25, views: [theirs, { name: 'White birds (2)' }] }));
});
