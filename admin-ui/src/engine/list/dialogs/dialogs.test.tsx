import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { dialog, openBoats, ready } from '../list.fixture';

it('exports what the filters match, in the order of the list', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.getAttribute('href')).toBe('/api/download/t-1');
  });
  const { calls, user } = openBoats(({ path }) =>
    path === '/api/export/boat' ? { body: { url: '/api/download/t-1' } } : undefined,
  );
  await ready();
  await user.keyboard('{Shift>}e{/Shift}');
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
    headings: 'labels',
    locale: 'en',
  });
});

it('exports the fields that are picked, also those no list shows, in the order they were picked', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { calls, user } = openBoats(({ path }) =>
    path === '/api/export/boat' ? { body: { url: '/api/download/t-1' } } : undefined,
  );
  await ready();
  await user.keyboard('{Shift>}e{/Shift}');
  const form = await dialog();
  await user.click(form.getByRole('radio', { name: 'Choose columns' }));
  const picker = within(form.getByRole('group', { name: 'Choose columns' }));
  for (const shown of ['State', 'Harbour', 'Berths']) await user.click(picker.getByRole('checkbox', { name: shown }));
  await user.click(picker.getByRole('checkbox', { name: 'Insured' }));
  await user.click(picker.getByRole('checkbox', { name: 'Record number' }));
  await user.click(form.getByRole('button', { name: 'Export 1,240 boats' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const wanted = calls.find(call => call.path === '/api/export/boat')?.body;
  expect(wanted).toMatchObject({ columns: ['name', 'hireStart', 'hireEnd', 'berthsFilled', 'insured', 'id'] });
});

it('asks before it deletes, and why', async () => {
  const { calls, user } = openBoats(({ method }) => (method === 'DELETE' ? { body: {} } : undefined));
  await ready();
  await user.click(screen.getByRole('button', { name: 'Actions for Barnacle' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete the boat “Barnacle”?' }));
  await user.type(question.getByRole('textbox', { name: /Reason/ }), 'rotten');
  await user.click(question.getByRole('button', { name: 'Delete boat' }));
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
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const ask = within(await screen.findByRole('alertdialog', { name: 'Delete the boat “Barnacle”?' }));
  expect(await ask.findByRole('alert')).toHaveTextContent('The crew is aboard.The season lasts until 12 Jan 2027.');
  await user.click(ask.getByRole('button', { name: 'Delete boat' }));
  expect(ask.getByRole('button', { name: 'Delete boat' })).toHaveAttribute('aria-disabled', 'true');
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

it('says of a reason that it is needed, and never that it is not before it knows', async () => {
  const { user } = openBoats(({ method }) => {
    if (method !== 'DELETE') return undefined;
    return {
      status: 422,
      body: { status: 422, code: 'REASON_REQUIRED', messages: ['error.reasonRequired'], fieldErrors: {} },
    };
  });
  await ready();
  await user.click(screen.getByRole('button', { name: 'Actions for Barnacle' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const ask = within(await screen.findByRole('alertdialog'));
  expect(ask.getByRole('textbox', { name: /Reason/ })).not.toHaveAccessibleName(/optional/);
  await waitFor(() => expect(ask.getByRole('textbox', { name: /Reason/ })).toBeRequired());
  expect(ask.getByRole('button', { name: 'Delete boat' })).toHaveAttribute('aria-disabled', 'true');
  await user.type(ask.getByRole('textbox', { name: /Reason/ }), 'rotten');
  expect(ask.getByRole('button', { name: 'Delete boat' })).not.toHaveAttribute('aria-disabled');
});

it('says whether a record can be restored as the service has found it', async () => {
  const tried = { undo: true, undoUntil: '2099-01-12T10:49:00.000Z' };
  const { user } = openBoats(({ method, body }) => {
    if (method !== 'DELETE') return undefined;
    if (body) return { body: tried };
    return { status: 422, body: { status: 422, code: 'REASON_REQUIRED', messages: ['error.reasonRequired'] } };
  });
  await ready();
  await user.click(screen.getByRole('button', { name: 'Actions for Barnacle' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const ask = within(await screen.findByRole('alertdialog'));
  await waitFor(() => expect(ask.getByRole('textbox', { name: /Reason/ })).toBeRequired());
  expect(ask.queryByText(/restored|undone/)).toBeNull();
  await user.type(ask.getByRole('textbox', { name: /Reason/ }), 'rotten');
  expect(await ask.findByText('It can be restored from “Deleted” until 12 Jan 2099.')).toBeVisible();
});

it('promises nothing of a record that the service would not restore', async () => {
  const { user } = openBoats(({ method }) => (method === 'DELETE' ? { body: { undo: false } } : undefined));
  await ready();
  await user.click(screen.getByRole('button', { name: 'Actions for Barnacle' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const ask = within(await screen.findByRole('alertdialog'));
  expect(await ask.findByText('This cannot be undone.')).toBeVisible();
});

it('chooses no longer what was deleted', async () => {
  const { user } = openBoats(({ method }) => (method === 'DELETE' ? { body: {} } : undefined));
  await ready();
  await user.click(screen.getByRole('checkbox', { name: 'Select Albatross' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Barnacle' }));
  await user.click(screen.getByRole('button', { name: 'Actions for Barnacle' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
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
