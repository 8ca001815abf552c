import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { boats, dialog, openBoats, ready } from '../list.fixture';

it('shows what a bulk action would do, does it, and explains what failed', async () => {
  const blocked = { allowed: false, code: 'TRANSITION_NOT_ALLOWED', blockedBy: [{ key: 'block.crew' }] };
  let isCrewAboard = true;
  const { calls, user } = openBoats(({ path, body }) => {
    if (path !== '/api/bulk/boat/changeState') return undefined;
    const { filters, dryRun } = body as { filters: { id: string }; dryRun: boolean }; // sent by the dialog
    const wanted = boats.filter(({ id }) => filters.id.split(',').includes(String(id)));
    const outcome = wanted.map(({ id, name }) => ({ id, title: name, allowed: true, ...(id === 2 && blocked) }));
    if (dryRun) return { body: { count: outcome.length, results: outcome } };
    const failed = outcome.filter(({ id }) => id === 3 && isCrewAboard).map(each => ({ ...each, ...blocked }));
    return { body: { succeeded: outcome.filter(each => !failed.some(({ id }) => id === each.id)), failed } };
  });
  await ready();
  await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
  await user.click(screen.getByRole('button', { name: 'Change state' }));
  const form = await dialog();
  expect(form.getByText('Fill in the fields to see what would happen.')).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: /New state/ }), 'Moored');
  expect(await form.findByText('2 of 3 can be changed')).toBeVisible();
  expect(form.getByRole('region', { name: 'Cannot be changed: 1' })).toHaveTextContent('BarnacleThe crew is aboard.');
  await user.click(form.getByRole('button', { name: 'Change state: 2 boats' }));
  expect(await form.findByText('1 of 3 changed')).toBeVisible();
  expect(form.getByRole('region', { name: 'Not changed: 2' })).toHaveTextContent('Albatross');
  expect(screen.getByRole('checkbox', { name: 'Select Barnacle' })).toBeChecked(); // blocked from the start
  expect(screen.getByRole('checkbox', { name: 'Select Cormorant' })).not.toBeChecked();
  isCrewAboard = false;
  await user.click(form.getByRole('button', { name: 'Try 2 boats again' }));
  expect(await form.findByText('3 of 3 changed')).toBeVisible();
  const done = calls.filter(call => call.path.startsWith('/api/bulk/')).map(call => call.body);
  expect(done.at(-1)).toEqual({ filters: { id: '2,3' }, input: { state: 'MOORED' }, dryRun: false });
});

it('says of what a bulk action refuses where the bounds lie', async () => {
  const refused = {
    allowed: false,
    code: 'VALIDATION',
    messages: ['validation.min'],
    fieldErrors: { comment: ['validation.min'] },
    params: { comment: { 'validation.min': { min: 3 } } },
  };
  const { user } = openBoats(({ path }) => {
    if (path !== '/api/bulk/boat/changeState') return undefined;
    return { body: { count: 1, results: [{ id: 2, title: 'Barnacle', ...refused }] } };
  });
  await ready();
  await user.click(screen.getByRole('checkbox', { name: 'Select Barnacle' }));
  await user.click(screen.getByRole('button', { name: 'Change state' }));
  const form = await dialog();
  await user.selectOptions(form.getByRole('combobox', { name: /New state/ }), 'Moored');
  expect(await form.findByText(/Must have 3 characters or more/)).toBeVisible();
});

it('tries a bulk action again under the same key, as long as nothing was answered', async () => {
  let isDown = true;
  const { calls, user } = openBoats(({ path, body }) => {
    if (path !== '/api/bulk/boat/changeState') return undefined;
    const { dryRun } = body as { dryRun: boolean }; // sent by the dialog
    const failed = [{ id: 2, title: 'Barnacle', code: 'STALE_VERSION', messages: ['error.staleVersion'] }];
    if (dryRun) return { body: { count: 1, results: [{ id: 2, title: 'Barnacle', allowed: true }] } };
    return isDown ? { status: 503, body: { status: 503, messages: ['error.unavailable'] } } : { body: { failed } };
  });
  await ready();
  await user.click(screen.getByRole('checkbox', { name: 'Select Barnacle' }));
  await user.click(screen.getByRole('button', { name: 'Change state' }));
  const form = await dialog();
  await user.selectOptions(form.getByRole('combobox', { name: /New state/ }), 'Moored');
  await user.click(await form.findByRole('button', { name: 'Change state: 1 boat' }));
  await form.findByRole('alert');
  isDown = false;
  await user.click(form.getByRole('button', { name: 'Change state: 1 boat' }));
  await user.click(await form.findByRole('button', { name: 'Try 1 boat again' }));
  const done = () =>
    calls.filter(({ path, body }) => path.startsWith('/api/bulk/') && !(body as { dryRun: boolean }).dryRun);
  await waitFor(() => expect(done()).toHaveLength(3));
  const [first, second, third] = done().map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
