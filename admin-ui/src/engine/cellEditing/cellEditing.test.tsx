import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Call, Reply } from '../../../test/service';
import { loadToast, Toasts } from '../../layout/Toasts';
import { boats } from '../list/boats.fixture';
import { openBoats, ready } from '../list/list.fixture';

/** The cell of a boat under a heading. */
const cell = (boat: string, heading: string) => {
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const row = screen.getByRole('link', { name: boat }).closest('tr');
  const found = row?.cells[heads.indexOf(heading)];
  if (!found) throw new Error(`no cell of ${boat} under ${heading}`);
  return found;
};

const open = async (reply?: (call: Call) => Reply | undefined) => {
  await loadToast();
  const opened = openBoats(reply, <Toasts />);
  await ready();
  await waitFor(() => expect(document.querySelector('.list > p[role="status"]')).not.toBeNull(), { timeout: 20_000 });
  return opened;
};

/** The first input of a cell that is being edited, once the keyboard is in it. */
const editedInput = async (boat: string, heading: string) => {
  const input = (await within(cell(boat, heading)).findAllByRole('textbox'))[0] as HTMLElement;
  await waitFor(() => expect(input).toHaveFocus());
  return input;
};

const puts = (calls: Call[]) => calls.filter(({ method, path }) => method === 'PUT' && path.startsWith('/api/boat/'));

it('edits a cell that is clicked twice, and saves what changed by Enter against the version it was read with', async () => {
  const { calls, user } = await open();
  await user.dblClick(cell('Barnacle', 'Berths'));
  const input = await editedInput('Barnacle', 'Berths');
  await user.clear(input);
  await user.type(input, '5{Enter}');
  await waitFor(() => expect(puts(calls)).toHaveLength(1));
  expect(puts(calls)[0]).toMatchObject({ path: '/api/boat/2', body: { berths: 5 } });
  expect(puts(calls)[0]?.headers.get('if-match')).toBe('"1"');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Berths/ })).not.toBeInTheDocument());
  expect(cell('Barnacle', 'Berths')).toHaveFocus();
  expect(cell('Barnacle', 'Berths')).toHaveTextContent('5');
  expect(location.pathname).toBe('/boats/list');
});

it('opens the row by one click on a cell that can be edited', async () => {
  const { user } = await open();
  await user.click(cell('Barnacle', 'Berths'));
  await waitFor(() => expect(location.pathname).toBe('/boats/list/2'));
});

it('leaves a cell by Escape without saving', async () => {
  const { calls, user } = await open();
  await user.keyboard('j');
  await user.keyboard('e');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Alb{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Albatross' })).toHaveFocus();
  expect(puts(calls)).toEqual([]);
});

it('saves by Tab and goes on to the next cell that can be edited, in the next row at the end of one', async () => {
  const { calls, user } = await open();
  await import('../../ui/DateInput'); // its chunk is there at once: nothing may take the place of what has the keyboard
  await user.keyboard('je');
  await editedInput('Albatross', 'Name');
  await user.keyboard('Auk{Tab}'); // over the name, which is selected
  await waitFor(() => expect(puts(calls)[0]?.body).toEqual({ name: 'Auk' }));
  await editedInput('Auk', 'Hire');
  expect(within(cell('Auk', 'Hire')).getAllByRole('textbox')).toHaveLength(2);
  await user.keyboard('{Tab}{Tab}{Tab}'); // by the calendar of the first day, and the second day
  await editedInput('Auk', 'Berths');
  await user.keyboard('{Tab}');
  await editedInput('Barnacle', 'Name');
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  await editedInput('Auk', 'Berths');
  expect(puts(calls)).toHaveLength(1);
});

it('saves a cell that is left, and keeps what was typed where the service refuses it', async () => {
  const refusal = {
    status: 422,
    body: { status: 422, code: 'VALIDATION_FAILED', fieldErrors: { berths: ['validation.required'] } },
  };
  const { calls, user } = await open(({ method, path }) =>
    method === 'PUT' && path === '/api/boat/2' ? refusal : undefined,
  );
  await user.dblClick(cell('Barnacle', 'Berths'));
  const input = await screen.findByRole('textbox', { name: /Berths/ });
  await user.clear(input);
  await user.type(input, '9');
  screen.getByRole('button', { name: 'Columns' }).focus();
  await waitFor(() => expect(puts(calls)).toHaveLength(1));
  await waitFor(() => expect(input).toBeInvalid());
  expect(input).toHaveValue('9');
});

it('says what is wrong before it asks the service', async () => {
  const { calls, user } = await open();
  await user.keyboard('je');
  const input = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(input);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(input).toBeInvalid());
  expect(puts(calls)).toEqual([]);
});

it('asks whose value shall stand where somebody else has changed the same cell', async () => {
  const theirs = { ...boats[1], berths: 7, version: 2 };
  const stale = {
    status: 409,
    body: { status: 409, code: 'STALE_VERSION', details: { current: theirs, changedBy: { name: 'Mo' } } },
  };
  const { calls, user } = await open(({ method, headers, path }) =>
    method === 'PUT' && path === '/api/boat/2' && headers.get('if-match') === '"1"' ? stale : undefined,
  );
  await user.dblClick(cell('Barnacle', 'Berths'));
  const input = await screen.findByRole('textbox', { name: /Berths/ });
  await user.clear(input);
  await user.type(input, '5{Enter}');
  const merge = within(await screen.findByRole('dialog'));
  await user.click(merge.getByRole('radio', { name: '5' }));
  await user.click(merge.getByRole('button', { name: 'Save the merged version' }));
  await waitFor(() => expect(puts(calls)).toHaveLength(2));
  expect(puts(calls)[1]?.headers.get('if-match')).toBe('"2"');
  await waitFor(() => expect(cell('Barnacle', 'Berths')).toHaveFocus());
});

it('says why a cell cannot be edited', async () => {
  const { user } = await open();
  await user.keyboard('j{ArrowRight}{ArrowRight}');
  expect(cell('Albatross', 'Harbour')).toHaveFocus();
  await user.keyboard('e');
  expect(screen.getAllByText('The product fills this in. It cannot be edited here.')[0]).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Harbour' })).not.toBeInTheDocument();
});

it('changes a status by its dialog, where it is checked what follows', async () => {
  const { user } = await open();
  await user.keyboard('j{ArrowRight}e');
  expect(await screen.findByRole('dialog', { name: 'Change status' })).toBeVisible();
});

it('selects a rectangle of cells by Shift and arrows, tells its size, and copies it as a table as it is shown', async () => {
  const { user } = await open();
  await user.keyboard('j{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
  expect(await screen.findByText('2 × 2 cells selected')).toBeInTheDocument();
  const copied: Record<string, string> = {};
  const clipboardData = { setData: (type: string, text: string) => (copied[type] = text) };
  fireEvent.copy(document.activeElement as Element, { clipboardData });
  expect(copied['text/plain']).toBe('Albatross\tAfloat\nBarnacle\tAfloat');
  expect(copied['text/html']).toContain('<tr><td>Albatross</td><td>Afloat</td></tr>');
  expect(await screen.findByText('4 cells copied')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(document.querySelector('[data-marked]')).toBeNull();
});

it('takes an edit back', async () => {
  const { calls, user } = await open();
  await user.dblClick(cell('Barnacle', 'Berths'));
  const input = await screen.findByRole('textbox', { name: /Berths/ });
  await user.clear(input);
  await user.type(input, '5{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(puts(calls)).toHaveLength(2));
  expect(puts(calls)[1]).toMatchObject({ body: { berths: 3 } });
  expect(puts(calls)[1]?.headers.get('if-match')).toBe('"2"');
});
