import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Call } from '../../../test/service';
import { stored } from './boat.fixture';
import { openForm } from './form.fixture';
import { MoveTo } from './MoveTo';
import type { DialogProps } from '../overrideProps';

afterEach(() => localStorage.clear());

const sunk = ({ method, path }: Call) =>
  method === 'GET' && path === '/api/boat/5' ? { body: { ...stored, state: 'SUNK' } } : undefined;

const LayUp = (props: DialogProps) => <MoveTo {...props} to="MOORED" />;

const crew = { name: 'crew', label: 'Crew', Body: () => <p>Two sailors</p> };

const openMenu = async (user: ReturnType<typeof openForm>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'More actions for the Boat' }));
  return (await screen.findAllByRole('menuitem')).map(item => item.textContent);
};

it('shows a deleted record to read, and how to restore it', async () => {
  openForm('/boats/list/5', sunk);
  expect(await screen.findByText('Kiel', { selector: 'dd' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Harbour' })).toBeNull();
  expect(screen.getByText(/Deleted. It can be read but not edited/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Save/ })).not.toBeInTheDocument();
});

it('offers in the dialog what the row offers, but to open it', async () => {
  const { user } = openForm('/boats/list/5', () => undefined, { tabs: [crew] });
  expect(await openMenu(user)).toEqual([
    'Change state',
    'Paint',
    'The crew of the boat',
    'Copy link',
    'Access explained',
    'Delete',
  ]);
  await user.click(await screen.findByRole('menuitem', { name: 'The crew of the boat' }));
  await waitFor(() => expect(location.pathname).toBe('/boats/list/5/crew'));
});

it('restores a deleted record with its own dialog, and does everything else with theirs', async () => {
  const { user } = openForm('/boats/list/5', sunk);
  expect(await openMenu(user)).toEqual(['Restore', 'Paint', 'The crew of the boat', 'Copy link', 'Access explained']);
  await user.click(await screen.findByRole('menuitem', { name: 'Paint' }));
  expect(await screen.findByRole('dialog', { name: 'Paint the boat' })).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement); // that of the dialog on top
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Restore' }));
  expect(await screen.findByText('Raise the boat')).toBeVisible();
});

it('says in the words of the action why it is not offered', async () => {
  const { user } = openForm('/boats/list/5', ({ method, path }: Call) =>
    method === 'GET' && path === '/api/boat/5' ? { body: { ...stored, state: 'MOORED' } } : undefined,
  );
  await openMenu(user);
  expect(screen.getByRole('menuitem', { name: /Paint/ })).toHaveTextContent('Only what swims is painted.');
});

it('shows a record that may be neither edited nor deleted as it is, and says why', async () => {
  const { user } = openForm('/boats/list/5', ({ method, path }: Call) =>
    method === 'GET' && path === '/api/boat/5' ? { body: { ...stored, state: 'HIRED' } } : undefined,
  );
  expect(await screen.findByText('A boat that is hired stays as it is.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(await screen.findByText(String(stored.name), { selector: 'dd' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull(); // what cannot be edited is no form
  await openMenu(user);
  expect(screen.getByRole('menuitem', { name: /Delete/ })).toHaveTextContent('A boat that is hired stays as it is.');
});

it('deletes by a change of status where a resource says so, and offers that state alone', async () => {
  const { user, sent } = openForm(
    '/boats/list/5',
    ({ method }: Call) => (method === 'POST' ? { body: { boat: { ...stored, state: 'MOORED' } } } : undefined),
    { dialogs: { delete: LayUp } },
  );
  await openMenu(user);
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByRole('radio', { name: /Moored/ })).toBeChecked();
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  await user.selectOptions(screen.getByRole('combobox', { name: /Reason/ }), 'STORM');
  await user.click(screen.getByRole('button', { name: /^Moor boat/ }));
  await waitFor(() => expect(sent('POST')[0]?.body).toMatchObject({ state: 'MOORED', reason: 'STORM' }));
  await waitFor(() => expect(location.pathname).toBe('/boats/list')); // it is gone from there
});
