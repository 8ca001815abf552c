// biome-ignore-all lint/correctness/noComponentHookFactories: an example reads best with what it draws beside it
import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { Button } from '../ui/Button';
import { navigate } from '../router/history';
import { stored } from './form/boat.fixture';
import { isPut, openForm, type } from './form/form.fixture';
import { boat as metaOfBoat, boats } from './list/boats.fixture';
import { openBoats, ready } from './list/list.fixture';
import type { AnyOverride } from './override';
import { boat, Gallery, HarbourInput, Papers, Quays } from './override.fixture';

// What a resource may replace, one example of each kind. Everything left out is drawn from the metadata.

afterEach(() => localStorage.clear());

it('cells: draws a column its own way, with a head and a second line for the phone', async () => {
  const cells: AnyOverride['cells'] = {
    berths: { Cell: ({ record }) => <b>{`${String(record['berths'])} beds`}</b>, label: 'boat.beds', align: 'end' },
  };
  openBoats(undefined, undefined, { cells });
  await ready();
  expect(screen.getAllByText('3 beds')).toHaveLength(boats.length);
});

it('inputs: takes the value, and gives it back, through the form around it', async () => {
  const { user, sent } = openForm('/boats/list/5', call => (isPut(call) ? { body: stored } : undefined), {
    inputs: { harbour: HarbourInput },
  });
  expect(await screen.findByRole('button', { name: 'Kiel' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Bremen' }));
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(sent('PUT')[0]?.body).toEqual({ harbour: 'Bremen' }));
});

it('Head, aside and tabs: add to the title, above the form and between its tabs', async () => {
  const { user, sent } = openForm('/boats/list/5', undefined, {
    Head: ({ record }) => <span>{`of ${String(record['harbour'])}`}</span>,
    aside: ({ onDone }) => <Button onClick={() => onDone?.({ ...stored, harbour: 'Bremen' })}>Tow it</Button>,
    tabs: [{ name: 'crew', label: 'boat.menu.crew', count: () => 2, Body: () => <p>Two sailors</p> }],
  });
  expect(await screen.findByText('of Kiel')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tow it' }));
  await waitFor(() => expect(sent('GET').filter(({ path }) => path.endsWith('/boat/5'))).toHaveLength(2)); // from the new version on
  await user.click(screen.getByRole('tab', { name: /The crew of the boat/ }));
  expect(await screen.findByText('Two sailors')).toBeVisible();
  expect(location.pathname).toBe('/boats/list/5/crew');
});

it('dialogs: asks for an action its own way, and closes when it says so', async () => {
  const { user } = openForm('/boats/list/5', undefined, {
    dialogs: {
      paint: ({ record, onClose }) => <Button onClick={onClose}>{`Paint ${String(record['name'])} blue`}</Button>,
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Actions|^More/ }));
  await user.click(await screen.findByRole('menuitem', { name: /^Paint/ }));
  const own = await screen.findByRole('button', { name: 'Paint Albatross blue' });
  await user.click(own);
  await waitFor(() => expect(own).not.toBeInTheDocument());
});

it('Refused: gets what the service refused, and may try once more with an answer', async () => {
  const replies = [
    { status: 409, body: { status: 409, code: 'NAME_TAKEN', messages: ['error.generic'] } },
    { status: 201, body: { ...stored, id: 9 } },
  ];
  const { user, sent } = openForm(
    '/boats/list/create',
    ({ method }) => (method === 'POST' ? replies.shift() : undefined),
    {
      Refused: ({ onAgain }) => <Button onClick={() => onAgain({ evenSo: true })}>Two of one name</Button>,
    },
  );
  await type(user, /^Name/, 'Petrel');
  await user.click(screen.getByRole('button', { name: 'Create boat' }));
  await user.click(await screen.findByRole('button', { name: 'Two of one name' }));
  await waitFor(() => expect(sent('POST').at(-1)?.body).toEqual({ dataObj: { name: 'Petrel', evenSo: true } }));
});

it('Chosen and bulk: act on the chosen rows, with inputs of their own', async () => {
  const { user } = openBoats(undefined, undefined, {
    Chosen: ({ ids }) => <Button>{`Race ${ids.join(' and ')}`}</Button>,
    bulk: { changeState: ({ wantsReason }) => <p>{wantsReason ? 'Why?' : 'Where shall they lie?'}</p> },
  });
  await ready();
  const rows = screen.getAllByRole('row').slice(1, 3);
  for (const row of rows) await user.click(within(row).getByRole('checkbox'));
  expect(await screen.findByRole('button', { name: 'Race 3 and 2' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change state' }));
  expect(await screen.findByText('Where shall they lie?')).toBeVisible();
});

it('Detail and pages: stand at the address of a record, and at one of their own', async () => {
  openBoats(undefined, undefined, {
    Detail: ({ id, tab }) => <p>{`Logbook of ${id}, ${tab ?? 'all'}`}</p>,
    pages: [{ path: 'race/:ids', Page: () => <p>A race</p> }],
  });
  await ready();
  act(() => navigate('/boats/list/3/storms'));
  expect(await screen.findByText('Logbook of 3, storms')).toBeVisible();
  act(() => navigate('/boats/list/race/3,2'));
  expect(await screen.findByText('A race')).toBeVisible();
});

it('List: draws the records its own way, under the filters of the list and beside its buttons', async () => {
  const { user, calls } = openBoats(undefined, undefined, { List: Gallery });
  const gallery = within(await screen.findByRole('list', { name: 'Gallery' }));
  expect(await gallery.findByRole('link', { name: 'Albatross' })).toHaveAttribute('href', '/boats/list/3');
  expect(screen.queryByRole('table')).toBeNull();
  await user.type(screen.getByRole('searchbox'), 'alba{Enter}');
  await waitFor(() => expect(calls.some(({ path }) => path.includes('alba'))).toBe(true));
});

it('Board and Calendar: get the filters and the order of the list, each without the other', async () => {
  Object.assign(metaOfBoat, {
    board: { filter: 'state', fields: ['berths'], next: {}, ends: [], tabs: [] },
    calendar: { start: 'hireStart', end: 'hireEnd', days: [] },
  });
  onTestFinished(() => {
    delete metaOfBoat.board;
    delete metaOfBoat.calendar;
  });
  const query = new URLSearchParams({ view: 'board', filter: '{"name":"alba"}', sort: 'name', order: 'ASC' });
  const { user } = openBoats(undefined, undefined, { Board: Quays }, `/boats/list?${query}`);
  expect(await screen.findByRole('region', { name: 'Quays' })).toHaveTextContent('alba by name:asc');
  await user.click(await screen.findByRole('link', { name: 'Calendar' }));
  expect(await screen.findByRole('button', { name: 'Today' })).toBeVisible(); // that of the metadata
});

it('Form: has inputs in its own order, which the form around it saves, and the tabs stay', async () => {
  const { user, sent } = openForm('/boats/list/5', call => (isPut(call) ? { body: stored } : undefined), {
    Form: Papers,
  });
  const papers = within(await screen.findByRole('group', { name: 'The papers of Albatross' }));
  expect(papers.getAllByRole('textbox').map(input => input.getAttribute('value'))).toEqual(['Kiel', 'Albatross']);
  expect(screen.getByRole('tab', { name: /^History/ })).toBeVisible();
  await type(user, /^Harbour/, 'Bremen');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(sent('PUT')[0]?.body).toEqual({ harbour: 'Bremen' }));
});

it('everything at once: the form of a new boat and a page stand over its gallery', async () => {
  const { user } = openBoats(undefined, undefined, boat);
  await screen.findByRole('list', { name: 'Gallery' });
  act(() => navigate('/boats/list/create'));
  expect(await screen.findByRole('group', { name: 'A new boat' })).toBeVisible();
  await user.keyboard('{Escape}');
  act(() => navigate('/boats/list/race/3,2'));
  expect(await screen.findByRole('region', { name: 'Race' })).toHaveTextContent('Boats 3 and 2');
});

it('rowMenu: leads on from a record whose state allows it', async () => {
  const { user } = openBoats(undefined, undefined, {
    tabs: [{ name: 'crew', label: 'boat.crew', Body: () => <p>Two sailors</p> }],
    rowMenu: [
      { label: 'boat.crew', to: ({ id }) => `/boats/list/${String(id)}/crew`, when: ({ state }) => state === 'AFLOAT' },
    ],
  });
  await ready();
  await user.click(screen.getByRole('button', { name: 'Actions for Cormorant' }));
  await screen.findByRole('menu');
  expect(screen.queryByRole('menuitem', { name: 'boat.crew' })).toBeNull(); // it is moored
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Actions for Albatross' }));
  await user.click(await screen.findByRole('menuitem', { name: 'boat.crew' }));
  expect(location.pathname).toBe('/boats/list/3/crew');
});
