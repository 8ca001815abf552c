import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { possible, stored } from './boat.fixture';
import { openForm } from './form.fixture';

afterEach(() => localStorage.clear());

const openAction = async (name: string, reply?: Parameters<typeof openForm>[1]) => {
  const form = openForm('/boats/list/5', reply);
  await form.user.click(await screen.findByRole('button', { name: 'More actions for the Boat' }));
  await form.user.click(await screen.findByRole('menuitem', { name: new RegExp(name) }));
  return form;
};

const openStatus = async (reply?: Parameters<typeof openForm>[1]) => {
  const form = await openAction('Change state', reply);
  const dialog = within(await screen.findByRole('dialog', { name: 'Change status' }));
  await dialog.findByRole('radio', { name: /Moored/ });
  return { ...form, dialog };
};

it('says what a possible state does and why the other is not possible', async () => {
  const { dialog } = await openStatus();
  expect(dialog.getByRole('radio', { name: /Moored/ })).toHaveAccessibleDescription('Lies in its harbour.');
  expect(dialog.getByText('Ashore')).toBeVisible();
  expect(dialog.getByText('7')).toBeVisible();
  const sunk = dialog.getByRole('radio', { name: /Sunk\s*Not possible now/ });
  expect(sunk).toBeDisabled();
  expect(sunk).toHaveAccessibleDescription(/2 sailors are aboard\..*There is cargo\..*Moor the boat first\./);
  expect(dialog.getByRole('link', { name: 'Show the crew' })).toHaveAttribute('href', '/boats/list/5/crew');
  expect(dialog.getByText('You can undo this until 18 Feb 2027.')).toBeVisible();
});

it('chooses a state by its digit, but not in a text', async () => {
  const results = possible.results.map(option => ({ ...option, allowed: true, blockedBy: undefined }));
  const { dialog, user } = await openStatus(({ path }) =>
    path.startsWith('/api/boat/possibleStatuses/') ? { body: { ...possible, results } } : undefined,
  );
  const radio = (name: RegExp) => dialog.getByRole('radio', { name });
  await user.keyboard('2');
  expect(radio(/Sunk/)).toBeChecked();
  await user.keyboard('1');
  expect(radio(/Moored/)).toBeChecked();
  await user.type(dialog.getByRole('textbox', { name: /Comment/ }), '2');
  expect(radio(/Moored/)).toBeChecked();
});

it('names the consequence with its number and wants the reason', async () => {
  const { dialog, user, sent } = await openStatus(({ method }) =>
    method === 'POST'
      ? { body: { boat: { ...stored, state: 'MOORED', version: 4 }, message: 'panel.transition.done' } }
      : undefined,
  );
  const submit = dialog.getByRole('button', { name: 'Moor boat, send 7 guests ashore' });
  expect(submit).toHaveAccessibleDescription('Choose a reason first.');
  await user.click(submit);
  expect(sent('POST')).toHaveLength(0);
  await user.selectOptions(dialog.getByRole('combobox', { name: /Reason/ }), 'OTHER');
  expect(submit).toHaveAccessibleDescription('“Other” needs a comment of 3 characters or more.');
  await user.type(dialog.getByRole('textbox', { name: /Comment/ }), 'ice');
  await user.click(submit);
  await waitFor(() =>
    expect(sent('POST')[0]?.body).toEqual({ id: 5, version: 3, state: 'MOORED', reason: 'OTHER', comment: 'ice' }),
  );
  expect(sent('POST')[0]?.headers.get('idempotency-key')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change status' })).not.toBeInTheDocument());
});

it('goes on from what somebody else has saved meanwhile', async () => {
  const current = { ...stored, name: 'Renamed', version: 7 };
  const stale = {
    status: 409,
    body: { code: 'STALE_VERSION', messages: ['error.staleVersion'], details: { current } },
  };
  let count = 0;
  const { dialog, user, sent } = await openStatus(({ method }) =>
    method === 'POST' && count++ === 0 ? stale : undefined,
  );
  await user.selectOptions(dialog.getByRole('combobox', { name: /Reason/ }), 'OTHER');
  await user.type(dialog.getByRole('textbox', { name: /Comment/ }), 'ice');
  const submit = dialog.getByRole('button', { name: 'Moor boat, send 7 guests ashore' });
  await user.click(submit);
  expect(await dialog.findByText(/if you still want this, confirm again/)).toBeVisible();
  expect(dialog.getByText(/Renamed/)).toBeVisible();
  await user.click(submit);
  await waitFor(() => expect(sent('POST')).toHaveLength(2));
  const [first, second] = sent('POST');
  expect(second?.body).toEqual({ ...Object(first?.body), version: 7 });
  expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
});

const calm = (more: object): typeof possible => ({
  ...possible,
  // a move with other answers than the one of the fixture
  results: [{ ...possible.results[0], reason: 'optional', ...more } as (typeof possible.results)[0]],
});

it('lets a consequence be declined, and offers that only where it would follow', async () => {
  const reply = calm({ impact: { guestsTold: 1 } });
  const { dialog, user, sent } = await openStatus(({ path }) =>
    path.includes('possibleStatuses') ? { body: reply } : undefined,
  );
  const question = dialog.getByRole('checkbox', { name: 'Tell the guests' });
  expect(question).toBeChecked();
  expect(question).toHaveAccessibleDescription('By mail, tomorrow.');
  await user.click(question);
  await user.click(dialog.getByRole('button', { name: 'Moor boat' }));
  await waitFor(() => expect(sent('POST')[0]?.body).toMatchObject({ state: 'MOORED', tellsGuests: false }));
});

it('wants what prevents a move confirmed', async () => {
  const reply = calm({ impact: {}, confirm: [{ key: 'boat.block.storm' }] });
  const { dialog, user, sent } = await openStatus(({ path }) =>
    path.includes('possibleStatuses') ? { body: reply } : undefined,
  );
  expect(dialog.queryByRole('checkbox', { name: 'Tell the guests' })).not.toBeInTheDocument();
  const submit = dialog.getByRole('button', { name: 'Moor boat' });
  expect(submit).toHaveAccessibleDescription('Confirm first that you want to do it all the same.');
  const confirm = dialog.getByRole('checkbox', { name: 'Do it all the same' });
  expect(confirm).toHaveAccessibleDescription('A storm is near.');
  await user.click(confirm);
  await user.click(submit);
  await waitFor(() => expect(sent('POST')[0]?.body).toMatchObject({ confirm: true }));
});

it('shows every condition when the service refuses after all', async () => {
  const refused = {
    status: 409,
    code: 'TRANSITION_NOT_ALLOWED',
    messages: ['error.transition'],
    details: { blockedBy: [{ key: 'boat.block.cargo' }] },
  };
  const { dialog, user } = await openStatus(({ method }) =>
    method === 'POST' ? { status: 409, body: refused } : undefined,
  );
  await user.selectOptions(dialog.getByRole('combobox', { name: /Reason/ }), 'STORM');
  await user.click(dialog.getByRole('button', { name: /Moor boat/ }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('There is cargo.');
});

it('offers to bring back what the last move withdrew', async () => {
  const back = {
    value: 'MOORED',
    text: 'boat.status.MOORED',
    allowed: true,
    reason: 'optional',
    batchId: 'b-1',
    impact: { oarsRestorable: 3 },
  };
  const { dialog, user, sent } = await openStatus(({ method, path }) => {
    if (path.includes('possibleStatuses')) return { body: { ...possible, results: [back] } };
    return method === 'POST' ? { body: { ...stored, version: 4 } } : undefined;
  });
  await user.click(dialog.getByRole('checkbox', { name: 'Restore 3 withdrawn applications' }));
  await user.click(dialog.getByRole('button', { name: /Moor boat/ }));
  await waitFor(() => expect(sent('POST')[0]?.body).toMatchObject({ restoreOarsBatch: 'b-1' }));
});

it('sends an action once, guarded by the version at hand', async () => {
  const { user, sent } = await openAction('Paint', ({ method }) => (method === 'POST' ? { body: {} } : undefined));
  const dialog = within(await screen.findByRole('dialog', { name: 'Paint the boat' }));
  await user.type(dialog.getByRole('textbox', { name: /Colour/ }), 'red');
  await user.click(dialog.getByRole('button', { name: 'Paint it' }));
  await waitFor(() => expect(sent('POST')[0]?.path).toBe('/api/boat/5/paint'));
  expect(sent('POST')[0]?.headers.get('if-match')).toBe('"3"');
  expect(sent('POST')[0]?.body).toEqual({ colour: 'red' });
  expect(sent('POST')).toHaveLength(1);
});

it('promises no way back where the service has found none, and names where another one leads', async () => {
  const [moored] = possible.results;
  const sunk = {
    ...possible.results[1],
    allowed: true,
    blockedBy: undefined,
    undo: true,
    undoTo: 'MOORED',
    undoUntil: '2027-02-18T10:00:00Z',
  };
  const { user, dialog } = await openStatus(({ path }) =>
    path.includes('possibleStatuses')
      ? { body: { ...possible, results: [{ ...moored, undo: false, undoUntil: undefined }, sunk] } }
      : undefined,
  );
  await user.click(dialog.getByRole('radio', { name: /Moored/ }));
  expect(dialog.getByText('From there nothing leads back to the present status.')).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: /Sunk/ }));
  expect(dialog.getByText('You can take this back until 18 Feb 2027. It is then “Moored”.')).toBeVisible();
});
