import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { boats, openBoats } from '../list.fixture';

const ready = () => screen.findByRole('link', { name: 'Albatross' });
const dialog = async () => within(await screen.findByRole('dialog'));

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
  const kept = calls.findLast(call => call.method === 'PUT');
  expect(kept?.path).toBe('/api/preference/list.boat');
  expect(kept?.body).toEqual({ value: { columns: ['name', 'state', 'berths', 'hireStart'] } });
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
  await user.click(screen.getByRole('menuitem', { name: 'Rename view' }));
  const rename = await dialog();
  await user.clear(rename.getByRole('textbox'));
  await user.type(rename.getByRole('textbox'), 'Birds{Enter}');
  expect(await screen.findByRole('link', { name: /^Birds/ })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Actions for the view Birds' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete view' }));
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
  const size = screen.getByRole('combobox', { name: 'Rows per page' });
  await user.selectOptions(size, '25');
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  isDown = false;
  await user.selectOptions(size, '50');
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ value: { ...stored, perPage: 50 } }),
  );
  expect(await screen.findByRole('link', { name: /White birds/ })).toBeVisible();
});

it('exports what the filters match, in the order of the list', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.getAttribute('href')).toBe('/api/download/t-1');
  });
  const { calls, user } = openBoats(({ path }) =>
    path === '/api/export/boat' ? { body: { url: '/api/download/t-1' } } : undefined,
  );
  await ready();
  await user.keyboard('e');
  const form = await dialog();
  await user.click(form.getByRole('radio', { name: 'XLSX, for spreadsheets' }));
  saved.mockClear();
  await user.click(form.getByRole('button', { name: 'Export 1,240 boats' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(saved).toHaveBeenCalledOnce();
  expect(calls.find(call => call.path === '/api/export/boat')?.body).toEqual({
    format: 'xlsx',
    filters: {},
    s: 'id:desc',
    columns: ['name', 'state', 'harbourId', 'hireStart', 'hireEnd', 'berths', 'berthsFilled'],
    locale: 'en',
  });
});

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

it('asks before it deletes, and why', async () => {
  const { calls, user } = openBoats(({ method }) => (method === 'DELETE' ? { body: {} } : undefined));
  await ready();
  await user.click(screen.getByRole('button', { name: 'Actions for Barnacle' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const ask = within(await screen.findByRole('alertdialog', { name: 'Delete the boat “Barnacle”?' }));
  await user.type(ask.getByRole('textbox', { name: /Reason/ }), 'rotten');
  await user.click(ask.getByRole('button', { name: 'Delete boat' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const [attempt, call] = calls.filter(({ method }) => method === 'DELETE');
  expect(attempt?.path).toBe('/api/boat/2?dryRun=true');
  expect([call?.path, call?.body, call?.headers.get('if-match')]).toEqual(['/api/boat/2', { reason: 'rotten' }, '"1"']);
});

it('says before it deletes why it may not', async () => {
  const { calls, user } = openBoats(({ method }) => {
    if (method !== 'DELETE') return undefined;
    const details = {
      blockedBy: [{ key: 'block.crew' }, { key: 'block.season', params: { until: '2027-01-12T10:49:00.000Z' } }],
    };
    return {
      status: 409,
      body: { status: 409, code: 'TRANSITION_NOT_ALLOWED', messages: ['error.transition'], details },
    };
  });
  await ready();
  await user.click(screen.getByRole('button', { name: 'Actions for Barnacle' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const ask = within(await screen.findByRole('alertdialog', { name: 'Delete the boat “Barnacle”?' }));
  expect(await ask.findByRole('alert')).toHaveTextContent('The crew is aboard.The season lasts until 12 Jan 2027.');
  await user.click(ask.getByRole('button', { name: 'Delete boat' }));
  expect(ask.getByRole('button', { name: 'Delete boat' })).toHaveAttribute('aria-disabled', 'true');
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

it('chooses no longer what was deleted', async () => {
  const { user } = openBoats(({ method }) => (method === 'DELETE' ? { body: {} } : undefined));
  await ready();
  await user.click(screen.getByRole('checkbox', { name: 'Select Albatross' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Barnacle' }));
  await user.click(screen.getByRole('button', { name: 'Actions for Barnacle' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete boat' }));
  expect(await screen.findByText('1 selected')).toBeVisible();
});

it('lists the keys and can do without them', async () => {
  const { user } = openBoats();
  await ready();
  await user.keyboard('?');
  const help = await dialog();
  expect(help.getByText('Change the status of the row')).toBeVisible();
  await user.click(help.getByRole('switch', { name: 'Single keys work' }));
  await user.click(help.getAllByRole('button', { name: 'Close' })[0] as HTMLElement); // in the bar and in the footer
  await user.keyboard('j');
  expect(screen.getByRole('link', { name: 'Albatross' })).not.toHaveFocus();
});
