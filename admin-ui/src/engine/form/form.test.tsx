import { screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { stored } from './boat.fixture';
import { drafts, field, isPut, openForm, type } from './form.fixture';

afterEach(() => localStorage.clear());

it('counts the changes, marks them, and sends only them with the version', async () => {
  const { user, sent } = openForm('/boats/list/5', call =>
    isPut(call) ? { body: { ...stored, version: 4 } } : undefined,
  );
  expect(await screen.findByRole('dialog', { name: 'Albatross' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await type(user, /^Harbour/, 'Bremen');
  await user.click(screen.getByRole('checkbox', { name: 'Insured' }));
  expect(screen.getByRole('button', { name: 'Save 2 changes' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Harbour\s*changed/ })).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /Insured\s*changed/ })).not.toBeChecked();
  await type(user, /^Harbour/, 'Kiel'); // back to what it was
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(sent('PUT')[0]?.body).toEqual({ insured: false });
  expect(sent('PUT')[0]?.headers.get('if-match')).toBe('"3"');
  await waitFor(() => expect(location.pathname).toBe('/boats/list'));
  expect(drafts()).toEqual([]);
});

it('shows the language that stands, and offers the others, though no client names any', async () => {
  const { user, sent } = openForm('/boats/list/5', call => (isPut(call) ? { body: stored } : undefined));
  const language = await screen.findByRole('combobox', { name: 'Language of papers' });
  expect(language).toHaveDisplayValue('Deutsch');
  await user.selectOptions(language, 'English');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(sent('PUT')[0]?.body).toEqual({ papers: 'en' }));
});

it('sends null for what was emptied, and saves with Ctrl-Enter', async () => {
  const { user, sent } = openForm('/boats/list/5', call => (isPut(call) ? { body: stored } : undefined));
  await user.clear(await field('Harbour'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent('PUT')[0]?.body).toEqual({ harbour: null }));
});

it('saves nothing while offline, and says so', async () => {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => line.mockRestore());
  const { user, sent } = openForm('/boats/list/5', () => undefined);
  await user.clear(await field('Harbour'));
  expect(screen.getByRole('button', { name: 'Save 1 change' })).toHaveAccessibleDescription(/offline/);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(sent('PUT')).toHaveLength(0);
  expect(await field(/^Harbour/)).toHaveValue('');
});

it('puts the errors of the service on their fields, with the bound, and goes to the first', async () => {
  const refused = {
    status: 422,
    code: 'VALIDATION',
    messages: ['validation.minDate'],
    fieldErrors: { hireEnd: ['validation.minDate'], 'home.city': ['validation.required'] },
    params: { hireEnd: { 'validation.minDate': { min: '2027-01-12' } } },
  };
  const { user } = openForm('/boats/list/5', call => (isPut(call) ? { status: 422, body: refused } : undefined));
  await type(user, /^Hire end/, '2026-12-30');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  expect(await screen.findByText('2 fields need attention')).toBeVisible();
  const end = await field(/^Hire end/);
  expect(end).toHaveAccessibleDescription('Must be 12 Jan 2027 or later.');
  expect(screen.getByRole('textbox', { name: 'City' })).toHaveAccessibleDescription('Must be filled in.');
  await waitFor(() => expect(end).toHaveFocus());
  await type(user, /^Hire end/, '2027-12-30');
  expect(screen.getByText('1 field needs attention')).toBeVisible();
});

it('checks what it can before it asks', async () => {
  const { user, sent } = openForm();
  await user.clear(await field(/^Name/));
  await type(user, /^Berths/, '0');
  await user.click(screen.getByRole('button', { name: 'Save 2 changes' }));
  expect(await field(/^Name/)).toHaveAccessibleDescription('Must be filled in.');
  expect(await field(/^Berths/)).toHaveAccessibleDescription('Must be 1 or more.');
  expect(sent('PUT')).toHaveLength(0);
});

it('says what is wrong beside the form with its bounds, and the values of a field by their names', async () => {
  const refused = {
    status: 422,
    code: 'VALIDATION',
    messages: ['validation.max'],
    fieldErrors: { crew: ['validation.max'], winter: ['validation.oneOf'] },
    params: {
      crew: { 'validation.max': { max: 1200 } },
      winter: { 'validation.oneOf': { values: ['AFLOAT', 'MOORED'] } },
    },
  };
  const { user } = openForm('/boats/list/5', call => (isPut(call) ? { status: 422, body: refused } : undefined));
  await type(user, /^Harbour/, 'Bremen');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Must have 1,200 characters or fewer.');
  expect(screen.getByRole('combobox', { name: 'State in winter' })).toHaveAccessibleDescription(
    'Must be one of: Afloat, Moored.',
  );
});

it('says that a record does not exist', async () => {
  openForm('/boats/list/77');
  expect(await screen.findByRole('heading', { name: 'This record does not exist' })).toBeVisible();
});

it('offers to save again what did not arrive, and names the request', async () => {
  const wrongs = ['UNAVAILABLE', 'INTERNAL'];
  const { user, sent } = openForm('/boats/list/5', ({ method }) => {
    if (method !== 'PUT') return undefined;
    const code = wrongs.shift();
    return code
      ? { status: 503, body: { status: 503, code, messages: ['error.unavailable'], requestId: code } }
      : { body: stored };
  });
  await type(user, /^Name/, 'Petrel');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Details');
  expect(screen.getByText('UNAVAILABLE')).not.toBeVisible();
  await user.click(screen.getByText('Details', { selector: 'summary' }));
  expect(screen.getByText('UNAVAILABLE')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('INTERNAL');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(sent('PUT').map(({ body }) => body)).toEqual(Array(3).fill({ name: 'Petrel' }));
});

it('offers no second try where the call itself was wrong', async () => {
  const { user } = openForm('/boats/list/5', ({ method }) =>
    method === 'PUT'
      ? { status: 403, body: { status: 403, code: 'FORBIDDEN', messages: ['error.forbidden'], requestId: 'r-2' } }
      : undefined,
  );
  await type(user, /^Name/, 'Petrel');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('r-2');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('stays open when a new record is refused, and tries again under the same key', async () => {
  const replies = [
    { status: 503, body: { status: 503, code: 'UNAVAILABLE', messages: ['error.unavailable'], requestId: 'r-1' } },
    {
      status: 422,
      body: {
        status: 422,
        code: 'VALIDATION',
        messages: ['validation.max'],
        fieldErrors: { 'dataObj.name': ['validation.max'] },
        params: { 'dataObj.name': { 'validation.max': { max: 40 } } },
      },
    },
    { status: 201, body: { ...stored, id: 9 } },
  ];
  const { user, sent } = openForm('/boats/list/create', ({ method }) =>
    method === 'POST' ? replies.shift() : undefined,
  );
  await type(user, /^Name/, 'Petrel');
  await user.click(screen.getByRole('button', { name: 'Create boat' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('r-1');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () =>
    expect(await field(/^Name/)).toHaveAccessibleDescription('Must have 40 characters or fewer.'),
  );
  await user.type(await field(/^Name/), '2');
  await user.click(screen.getByRole('button', { name: 'Create boat' }));
  await waitFor(() => expect(location.pathname).toBe('/boats/list'));
  const keys = sent('POST').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(sent('POST')[2]?.body).toEqual({ dataObj: { name: 'Petrel2' } });
});

it('has nothing axe objects to', async () => {
  openForm();
  await field('Harbour');
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([]);
});
