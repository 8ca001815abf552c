import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { draw, list, elsewhere, openDialog, person } from './shortlist.fixture';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks for the rate of an application whose person asks for one in another currency', async () => {
  const { calls, user } = draw(({ path }) =>
    path.endsWith('/projectApplication')
      ? { status: 201, body: { id: 70, handle: 'A-70' } }
      : { body: { ...list, results: [elsewhere] } },
  );
  const dialog = await openDialog(user, elsewhere.name);
  const rate = dialog.getByRole('textbox', { name: `Rate of ${elsewhere.name}` });
  await user.type(rate, 'much');
  expect(rate).toBeInvalid();
  expect(dialog.getByRole('button', { name: 'Create 1 application' })).toHaveAttribute('aria-disabled', 'true');
  await user.clear(rate);
  await user.type(rate, '-5');
  expect(rate).toHaveAccessibleDescription('Must be 0 or more.');
  expect(dialog.getByRole('button', { name: 'Create 1 application' })).toHaveAttribute('aria-disabled', 'true');
  await user.clear(rate);
  await user.type(rate, '82.5');
  await user.click(dialog.getByRole('button', { name: 'Create 1 application' }));
  await dialog.findByText('A-70');
  const made = calls.find(({ path }) => path.endsWith('/projectApplication'));
  expect(made?.body).toMatchObject({ talentRate: 82.5, rateUnit: 'Hr', currency: 'EUR' });
});

it('starts an application with the hours that the capacity of the person leaves', async () => {
  const partTime = person(4, 'Ines Roth', { availabilityPct: 75, hoursPerWeek: 30 });
  const { user } = draw(() => ({ body: { ...list, results: [partTime] } }));
  const dialog = await openDialog(user, partTime.name);
  expect(dialog.getByText(/30 hours a week/)).toBeVisible();
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
});

it('takes back the applications that were just made', async () => {
  const { calls, user } = draw(({ method, path }) => {
    if (method === 'PUT') return { body: { id: 70, version: 2 } };
    if (!path.endsWith('/projectApplication')) return { body: list };
    return { status: 201, body: { id: 70, handle: 'A-70', version: 1, freelancerId: 1 } };
  });
  const dialog = await openDialog(user, 'Nadia Haddad');
  await user.click(dialog.getByRole('button', { name: 'Create 1 application' }));
  await user.click(await dialog.findByRole('button', { name: 'panel.jobs.undo' }));
  expect(await dialog.findByText('Undone: the application is withdrawn')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'panel.jobs.undo' })).not.toBeInTheDocument();
  const withdrawn = calls.find(({ method }) => method === 'PUT');
  expect(withdrawn?.path).toBe('/api/projectApplication/70/status');
  expect(withdrawn?.headers.get('if-match')).toBe('"1"');
  expect(withdrawn?.body).toMatchObject({ status: 'w', reason: 'OTHER' });
});

it('shows the applications before it makes them, makes those that are ticked, and says of each what became of it', async () => {
  const { calls, user } = draw(({ path, body }) => {
    if (!path.endsWith('/projectApplication')) return { body: list };
    const { freelancerId } = body as { freelancerId: number };
    if (freelancerId === 1) return { status: 201, body: { id: 70, handle: 'A-70' } };
    return { status: 409, body: { code: 'DUPLICATE', messages: ['error.duplicate'], fieldErrors: {}, params: {} } };
  });
  await user.click(await screen.findByLabelText('Choose Nadia Haddad'));
  await user.click(screen.getByLabelText('Choose Farid Benali'));
  await user.click(screen.getByRole('button', { name: 'Create 2 applications' }));
  const dialog = await screen.findByRole('dialog');
  expect(calls.some(({ path }) => path.endsWith('/projectApplication'))).toBe(false);
  expect(within(dialog).getByText(/from 09 Mar 2026, 40 hours a week/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Create 2 applications' }));
  expect(await within(dialog).findByText('A-70')).toBeVisible();
  const made = calls.filter(({ path }) => path.endsWith('/projectApplication'));
  expect(made.map(({ body }) => body)).toMatchObject([
    { projectId: 7, freelancerId: 1, availabilityFrom: '2026-03-02', availabilityTo: '2026-12-31', hoursPerWeek: 40 },
    { projectId: 7, freelancerId: 2, availabilityFrom: '2026-03-09' },
  ]);
  expect(within(dialog).getByRole('button', { name: 'Try 1 again' })).toBeVisible();
});
