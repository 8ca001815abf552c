import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dialog, openBoats, ready } from '../list.fixture';

it('hides and moves columns, and keeps the choice', async () => {
  const { calls, user } = openBoats();
  await ready();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const chooser = await dialog();
  await user.click(chooser.getByRole('checkbox', { name: 'Harbour' }));
  expect(screen.queryByRole('columnheader', { name: 'Harbour' })).not.toBeInTheDocument();
  chooser.getByRole('button', { name: /^Move Berths/ }).focus();
  await user.keyboard('{ArrowUp}');
  expect(chooser.getByRole('status')).toHaveTextContent('Berths is at place 4 of 6');
  const heads = screen.getAllByRole('columnheader').map(head => head.textContent?.trim());
  expect(heads).toEqual(['', 'Name', 'State', 'Berths', 'Hire', 'Actions']);
  const remaining = calls.findLast(call => call.method === 'PUT');
  expect(remaining?.path).toBe('/api/preference/list.boat');
  expect(remaining?.body).toEqual({ value: { columns: ['name', 'state', 'berths', 'hireStart'] } });
  expect(chooser.getByRole('checkbox', { name: /^Name/ })).toBeDisabled();
  await user.click(chooser.getByRole('button', { name: 'Back to default' }));
  expect(screen.getByRole('columnheader', { name: 'Harbour' })).toBeVisible();
});

it('saves the list as a view, renames it and lets it go', async () => {
  const { user } = openBoats();
  await ready();
  await user.type(screen.getByRole('searchbox'), 'alba{Enter}');
  await screen.findByRole('button', { name: 'Clear filters' });
  await user.click(screen.getByRole('button', { name: 'Save this view' }));
  const form = await dialog();
  await user.click(form.getByRole('button', { name: 'Save view' }));
  expect(form.getByRole('textbox')).toBeInvalid();
  await user.type(form.getByRole('textbox', { name: 'Name of the view' }), 'White birds{Enter}');
  const tab = await screen.findByRole('link', { name: /White birds/ });
  expect(tab).toHaveAttribute('aria-current', 'page');
  await user.click(await screen.findByRole('button', { name: 'Actions for the view White birds' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename view' }));
  const rename = await dialog();
  await user.clear(rename.getByRole('textbox'));
  await user.type(rename.getByRole('textbox'), 'Birds{Enter}');
  expect(await screen.findByRole('link', { name: /^Birds/ })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Actions for the view Birds' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete view' }));
  expect(screen.queryByRole('link', { name: /^Birds/ })).not.toBeInTheDocument();
});

it('writes nothing over settings that could not be read', async () => {
  let isDown = true;
  const stored = { views: [{ name: 'White birds', query: 'filter=%7B%22name%22%3A%22alba%22%7D&order=DESC&sort=id' }] };
  const { calls, user } = openBoats(({ method, path }) => {
    if (method !== 'GET' || path !== '/api/preference/list.boat') return undefined;
    return isDown
      ? { status: 503, body: { status: 503, messages: ['error.unavailable'] } }
      : { body: { value: stored } };
  });
  await ready();
  const size = await screen.findByRole('combobox', { name: 'Rows per page' });
  await user.selectOptions(size, '25');
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  isDown = false;
  await user.selectOptions(size, '50');
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ value: { ...stored, perPage: 50 } }),
  );
  expect(await screen.findByRole('link', { name: /White birds/ })).toBeVisible();
});
