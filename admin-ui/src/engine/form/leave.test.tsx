import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { navigate } from '../../router/history';
import { drafts, field, openForm, type } from './form.fixture';

afterEach(() => localStorage.clear());

const isConfirming = () => screen.queryByRole('button', { name: 'Discard' }) !== null;

it('lets one go between the tabs of a form that is not saved', async () => {
  const { user } = openForm('/boats/list/5', ({ path }) =>
    path.startsWith('/api/history/') ? { body: { results: [], totalResults: 0 } } : undefined,
  );
  await type(user, /^Harbour/, 'Bremen');
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await waitFor(() => expect(location.pathname).toBe('/boats/list/5/history'));
  expect(isConfirming()).toBe(false);
  expect(screen.getByRole('button', { name: 'Save 1 change' })).toBeVisible(); // from there too
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  expect(await field(/^Harbour/)).toHaveValue('Bremen');
});

it('asks whichever way one leaves it, and goes there once that is given up', async () => {
  const { user } = openForm();
  await type(user, /^Harbour/, 'Bremen');
  act(() => navigate('/boats/list/6'));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(location.pathname).toBe('/boats/list/5');
  expect(drafts()).toHaveLength(1);
  act(() => navigate('/boats/list/6'));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(location.pathname).toBe('/boats/list/6'));
  expect(drafts()).toEqual([]);
});

it('asks nothing of a form in which nothing is changed', async () => {
  const { user } = openForm();
  await type(user, /^Harbour/, 'Bremen');
  await type(user, /^Harbour/, 'Kiel'); // back to what it was
  await user.keyboard('{Escape}');
  await waitFor(() => expect(location.pathname).toBe('/boats/list'));
  expect(isConfirming()).toBe(false);
});

it('leads to the record that is there already, where that is why a new one is refused', async () => {
  const duplicate = { status: 409, code: 'DUPLICATE', messages: ['error.duplicate'], details: { id: 9 } };
  const { user } = openForm('/boats/list/create', ({ method }) =>
    method === 'POST' ? { status: 409, body: duplicate } : undefined,
  );
  await type(user, /^Name/, 'Petrel');
  await user.click(screen.getByRole('button', { name: 'Create boat' }));
  const link = await screen.findByRole('link', { name: 'Open the record that is there already' });
  expect(link).toHaveAttribute('href', '/boats/list/9');
});
