import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { boats } from '../boats.fixture';
import { dialog, openBoats, ready } from '../list.fixture';

it('shows what a bulk action would do to chosen records, and starts a job for those that can be changed', async () => {
  const blocked = { allowed: false, code: 'TRANSITION_NOT_ALLOWED', blockedBy: [{ key: 'block.crew' }] };
  const { calls, user } = openBoats(({ path, body }) => {
    if (path !== '/api/bulk/boat/changeState') return undefined;
    const { filters, dryRun } = body as { filters: { id: number[] }; dryRun: boolean }; // sent by the dialog
    if (!dryRun) return { status: 202, body: { jobId: 'job_1', statusUrl: '/api/job/job_1' } };
    const wanted = boats.filter(({ id }) => filters.id.includes(Number(id)));
    const results = wanted.map(({ id, name }) => ({
      id,
      title: name,
      allowed: true,
      ...(id === 2 && blocked),
      ...(id === 3 && { noUndo: { ...blocked, blockedBy: [{ key: 'transition.none' }] } }),
    }));
    const impact = { guestsAshore: 7 };
    return {
      body: {
        count: 3,
        tried: 3,
        wouldFail: 1,
        unchanged: 0,
        undoable: true,
        noUndo: 1,
        mails: 2,
        impact,
        sample: results,
        results,
      },
    };
  });
  await ready();
  await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
  await user.click(await screen.findByRole('button', { name: 'Change state' }));
  const form = await dialog();
  expect(form.getByText('Fill in the fields to see what would happen.')).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: /New state/ }), 'Moored');
  expect(await form.findByText('2 of 3 can be changed, 1 is left out because: The crew is aboard. (1)')).toBeVisible();
  expect(form.getByText('2 mails are sent')).toBeVisible();
  expect(form.getByText(/impact\.guestsAshore$/)).toBeVisible();
  expect(form.getByRole('region', { name: 'Left out: 1' })).toHaveTextContent('BarnacleThe crew is aboard.');
  expect(form.getByRole('region', { name: /cannot be undone afterwards/ })).toHaveTextContent('Albatross');
  expect(form.getByText(/can be undone for 7 days, but not for 1 record\./)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Change state: 2 boats' }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select Cormorant' })).not.toBeChecked());
  expect(screen.getByRole('checkbox', { name: 'Select Barnacle' })).toBeChecked(); // blocked from the start
  const done = calls.filter(call => call.path.startsWith('/api/bulk/')).map(call => call.body);
  expect(done.at(-1)).toEqual({ filters: { id: [3, 1] }, input: { state: 'MOORED' }, dryRun: false });
});

it('offers many records the reasons of the state that was chosen, and forgets one of another state', async () => {
  const { calls, user } = openBoats(({ path }) =>
    path === '/api/bulk/boat/changeState'
      ? {
          body: {
            count: 1,
            tried: 1,
            wouldFail: 0,
            unchanged: 0,
            undoable: true,
            noUndo: 0,
            mails: 0,
            sample: [],
            results: [],
          },
        }
      : undefined,
  );
  await ready();
  await user.click(screen.getByRole('checkbox', { name: 'Select Barnacle' }));
  await user.click(screen.getByRole('button', { name: 'Change state' }));
  const form = await dialog();
  await user.selectOptions(form.getByRole('combobox', { name: /New state/ }), 'Moored');
  await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'Storm');
  const inputs = () =>
    calls.filter(call => call.path.startsWith('/api/bulk/')).map(({ body }) => (body as { input: object }).input);
  await waitFor(() => expect(inputs().at(-1)).toEqual({ state: 'MOORED', reason: 'STORM' }));
  await user.selectOptions(form.getByRole('combobox', { name: /New state/ }), 'Afloat');
  expect(form.queryByRole('option', { name: 'Storm' })).toBeNull();
  await waitFor(() => expect(inputs().at(-1)).toEqual({ state: 'AFLOAT', reason: null }));
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
    const results = [{ id: 2, title: 'Barnacle', ...refused }];
    return {
      body: {
        count: 1,
        tried: 1,
        wouldFail: 1,
        unchanged: 0,
        undoable: false,
        noUndo: 0,
        mails: 0,
        sample: results,
        results,
      },
    };
  });
  await ready();
  await user.click(screen.getByRole('checkbox', { name: 'Select Barnacle' }));
  await user.click(screen.getByRole('button', { name: 'Change state' }));
  const form = await dialog();
  await user.selectOptions(form.getByRole('combobox', { name: /New state/ }), 'Moored');
  expect(await form.findByText('Must have 3 characters or more.')).toBeVisible();
});

it('tries a bulk action again under the same key, as long as nothing was answered', async () => {
  let isDown = true;
  const { calls, user } = openBoats(({ path, body }) => {
    if (path !== '/api/bulk/boat/changeState') return undefined;
    const { dryRun } = body as { dryRun: boolean }; // sent by the dialog
    const results = [{ id: 2, title: 'Barnacle', allowed: true }];
    const plan = {
      count: 1,
      tried: 1,
      wouldFail: 0,
      unchanged: 0,
      undoable: true,
      noUndo: 0,
      mails: 0,
      sample: results,
      results,
    };
    if (dryRun) return { body: plan };
    return isDown
      ? { status: 503, body: { status: 503, messages: ['error.unavailable'] } }
      : { status: 202, body: { jobId: 'job_1' } };
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
  const done = () =>
    calls.filter(({ path, body }) => path.startsWith('/api/bulk/') && !(body as { dryRun: boolean }).dryRun);
  await waitFor(() => expect(done()).toHaveLength(2));
  const [first, second] = done().map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
});

it('counts apart what already is as a bulk action asks, and sends only what changes', async () => {
  const { calls, user } = openBoats(({ path, body }) => {
    if (path !== '/api/bulk/boat/changeState') return undefined;
    const { filters, dryRun } = body as { filters: { id: number[] }; dryRun: boolean }; // sent by the dialog
    if (!dryRun) return { status: 202, body: { jobId: 'job_1' } };
    const results = filters.id.map(id => ({
      id,
      title: `Boat ${id}`,
      allowed: true,
      ...(id === 2 && { unchanged: true }),
    }));
    const counts = { count: results.length, tried: results.length, wouldFail: 0, unchanged: 1 };
    return { body: { ...counts, undoable: true, noUndo: 0, mails: 0, impact: {}, sample: results, results } };
  });
  await ready();
  await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
  await user.click(screen.getByRole('button', { name: 'Change state' }));
  const form = await dialog();
  await user.selectOptions(form.getByRole('combobox', { name: /New state/ }), 'Moored');
  expect(await form.findByText('2 of 3 can be changed')).toBeVisible();
  expect(form.getByText('1 stays unchanged: it is so already.')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Change state: 2 boats' }));
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.startsWith('/api/bulk/')).at(-1)?.body).toMatchObject({
      filters: { id: [3, 1] },
      dryRun: false,
    }),
  );
});
