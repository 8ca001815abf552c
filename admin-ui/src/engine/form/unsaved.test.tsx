import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Call } from '../../../test/service';
import { stored } from './boat.fixture';
import { drafts, field, isPut, openForm, type } from './form.fixture';

afterEach(() => localStorage.clear());

const staleWith = (current: object) => {
  let tries = 0;
  return (call: Call) => {
    if (!isPut(call)) return undefined;
    tries += 1;
    if (tries > 1) return { body: { ...stored, ...current, version: 5 } };
    const details = {
      current: { ...stored, ...current, version: 4 },
      changedBy: { name: 'Jonas Ekberg' },
      changedAt: '2026-11-20T13:02:00Z',
    };
    return { status: 409, body: { status: 409, code: 'STALE_VERSION', messages: ['error.staleVersion'], details } };
  };
};

it('merges by itself what others changed elsewhere', async () => {
  const { user, sent } = openForm('/boats/list/5', staleWith({ berths: 6 }));
  await type(user, /^Harbour/, 'Bremen');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(2));
  expect(sent('PUT')[1]?.body).toEqual({ harbour: 'Bremen' });
  expect(sent('PUT')[1]?.headers.get('if-match')).toBe('"4"');
});

it('asks only about fields that both changed', async () => {
  const { user, sent } = openForm('/boats/list/5', staleWith({ harbour: 'Aalborg', berths: 6 }));
  await type(user, /^Harbour/, 'Bremen');
  await type(user, /^Name/, 'Petrel');
  await user.click(screen.getByRole('button', { name: 'Save 2 changes' }));
  const merge = within(await screen.findByRole('dialog', { name: 'Changed by somebody else' }));
  expect(merge.getAllByRole('rowheader').map(head => head.textContent)).toEqual(['HarbourBefore: Kiel']);
  const save = merge.getByRole('button', { name: 'Save the merged version' });
  expect(save).toHaveAttribute('aria-disabled', 'true');
  await user.click(merge.getByRole('radio', { name: 'Aalborg' }));
  await user.click(save);
  await waitFor(() => expect(sent('PUT')).toHaveLength(2));
  expect(sent('PUT')[1]?.body).toEqual({ name: 'Petrel' });
});

it('brings back what was left unsaved, and drops it on request', async () => {
  const { user } = openForm();
  await type(user, /^Harbour/, 'Bremen');
  const [key = ''] = Object.keys(localStorage);
  expect(JSON.parse(localStorage.getItem(key) ?? '{}')).toMatchObject({
    values: { harbour: 'Bremen' },
    base: { harbour: 'Kiel' },
    version: 3,
  });
  cleanup(); // the tab was closed
  const again = openForm();
  expect(await screen.findByText(/Your unsaved changes are back/)).toBeVisible();
  expect(await field(/^Harbour/)).toHaveValue('Bremen');
  await again.user.click(screen.getByRole('button', { name: 'Discard them' }));
  expect(await field('Harbour')).toHaveValue('Kiel');
  expect(localStorage.getItem(key)).toBeNull();
});

it('brings back what was typed into a field that has been renamed since', async () => {
  const draft = { version: 3, values: { port: 'Bremen' }, base: { port: 'Kiel' } };
  localStorage.setItem('draft..boat.5', JSON.stringify({ ...draft, at: Date.now() }));
  openForm();
  expect(await field(/^Harbour/)).toHaveValue('Bremen');
});

it('asks before changes are lost, also on the way back', async () => {
  const { user } = openForm();
  await type(user, /^Harbour/, 'Bremen');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(await field(/^Harbour/)).toHaveValue('Bremen');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(location.pathname).toBe('/boats/list'));
  expect(drafts()).toEqual([]);
});

it('drops what nobody came back to in a week, and what was begun on a record that is deleted now', async () => {
  const at = Date.now() - 8 * 24 * 3600 * 1000;
  const draft = { version: 3, values: { harbour: 'Bremen' }, base: { harbour: 'Kiel' } };
  localStorage.setItem('draft..boat.9', JSON.stringify({ ...draft, at }));
  localStorage.setItem('draft..boat.5', JSON.stringify({ ...draft, at: Date.now() }));
  localStorage.setItem('theme', 'dark');
  openForm('/boats/list/5', ({ method, path }) =>
    method === 'GET' && path === '/api/boat/5' ? { body: { ...stored, state: 'SUNK' } } : undefined,
  );
  expect(await screen.findByText(/It can be read but not edited/)).toBeVisible();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});
