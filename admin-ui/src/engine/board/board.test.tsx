import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'ra-core';
import { expect, it } from 'vitest';
import { noMeta, noResource, Panel } from '../../../test/Panel';
import { fakeService, type Call } from '../../../test/service';
import type { PossibleStatus } from '../../generated/answers';
import type { Meta, ResourceMeta } from '../../meta';
import { Board } from './Board';
import { ShownAroundContext } from './ShownAroundContext';
import { columnsUnder, stepTo } from './boardMoves';

const states = ['AFLOAT', 'MOORED', 'HIRED', 'SUNK'] as const;

const boat: ResourceMeta = {
  ...noResource,
  name: 'boat',
  route: '/boats',
  path: '/api/boat',
  title: 'name',
  status: 'state',
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'state', kind: 'enum', enum: 'boatState' },
    { name: 'harbour', kind: 'text' },
    { name: 'berths', kind: 'int' },
  ],
  board: { filter: 'state', fields: ['harbour', 'berths'], next: { AFLOAT: 'MOORED' }, ends: ['SUNK'], tabs: [] },
  actions: [
    {
      name: 'changeState',
      target: 'record',
      method: 'POST',
      path: '/api/boat/changeState',
      idIn: 'body',
      input: [{ name: 'state', kind: 'enum', enum: 'boatState', required: true }],
    },
  ],
  trash: { field: 'state', value: 'SUNK' },
};

const meta: Meta = {
  ...noMeta,
  enums: { boatState: [...states] },
  enumText: { boatState: 'boat.status' },
  resources: [boat],
};

const kittiwake = { id: 7, version: 1, name: 'Kittiwake', harbour: 'Kiel', berths: null };

/** What the service says of each other state: those that are named can be had. */
const possibleFrom = (from: string, reachable: readonly string[]) => ({
  current: from,
  totalResults: states.length - 1,
  results: states
    .filter(state => state !== from)
    .map(
      (value): PossibleStatus =>
        reachable.includes(value)
          ? { value, text: `boat.status.${value}`, allowed: true, undo: true, reason: 'optional' }
          : { value, text: `boat.status.${value}`, allowed: false, undo: false, blockedBy: [{ key: 'block.storm' }] },
    ),
});

const serve =
  (from: string, reachable: readonly string[], total = 1) =>
  (call: Call) => {
    if (call.path.includes('/possibleStatuses/')) return { body: possibleFrom(from, reachable) };
    if (call.method === 'POST') return { body: { ...kittiwake, version: 2 } };
    const asked = new URLSearchParams(call.path.split('?')[1]);
    const isHere = asked.get('state') === from;
    return { body: { results: isHere ? [kittiwake] : [], totalResults: isHere ? total : 0 } };
  };

const open = (from: string, reachable: readonly string[], total?: number) => {
  const calls = fakeService(serve(from, reachable, total));
  render(
    <Panel meta={meta}>
      <ResourceContextProvider value="boats">
        <Board filter={{ harbour: 'Kiel' }} sort="id:desc" />
      </ResourceContextProvider>
    </Panel>,
  );
  return { calls, user: userEvent.setup() };
};

/** The card, in whichever column it is; one that nothing leaves has to be unfolded first. */
const card = async () => {
  await waitFor(() =>
    expect(screen.queryByRole('link') ?? screen.queryByRole('button', { expanded: false })).not.toBeNull(),
  );
  screen.queryByRole('button', { expanded: false })?.click();
  return screen.findByRole('link', { name: 'Kittiwake' });
};
const column = (state: string) => document.querySelector(`[data-column="${state}"]`) as HTMLElement;

it('shows a column for each status, with its exact total and the filters of the list', async () => {
  const { calls } = open('AFLOAT', [], 1240);
  await card();
  expect(within(column('AFLOAT')).getByText('1,240')).toBeVisible();
  expect(within(column('AFLOAT')).getByText('Kiel')).toBeVisible();
  expect(within(column('AFLOAT')).getByRole('button', { name: '20 more' })).toBeVisible();
  const asked = calls.filter(({ path }) => path.startsWith('/api/boat?'));
  expect(asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('state'))).toEqual([...states]);
  expect(asked.every(({ path }) => path.includes('harbour=Kiel') && path.includes('s=id%3Adesc'))).toBe(true);
});

it('does not repeat on its cards what the record around it says', async () => {
  fakeService(serve('AFLOAT', []));
  render(
    <Panel meta={meta}>
      <ResourceContextProvider value="boats">
        <ShownAroundContext value={new Set(['Kiel'])}>
          <Board filter={{}} sort="id:desc" isTab />
        </ShownAroundContext>
      </ResourceContextProvider>
    </Panel>,
  );
  await card();
  expect(within(column('AFLOAT')).queryByText('Kiel')).not.toBeInTheDocument();
});

it('folds a column that is empty or that nothing leaves', async () => {
  open('AFLOAT', []);
  await card();
  await waitFor(() => expect(column('SUNK')).toHaveClass('fold'));
  expect(column('MOORED')).toHaveClass('fold');
  expect(column('AFLOAT')).not.toHaveClass('fold');
});

it('says in each column what a drop does, or what prevents it, while a card is lifted', async () => {
  const { user } = open('AFLOAT', ['MOORED']);
  (await card()).focus();
  await user.keyboard(' ');
  await waitFor(() => expect(within(column('MOORED')).getByText(/^Set to “moored”$/iu)).toBeVisible());
  expect(column('MOORED')).not.toHaveClass('no');
  expect(column('HIRED')).toHaveClass('no');
  expect(screen.getByRole('status')).toHaveTextContent('boat.status.MOORED');
  expect(screen.getByRole('status')).not.toHaveTextContent('boat.status.HIRED');
});

it('puts a card back on Escape and asks for nothing', async () => {
  const { calls, user } = open('AFLOAT', ['MOORED']);
  (await card()).focus();
  await user.keyboard(' ');
  await waitFor(() => expect(column('HIRED')).toHaveClass('no'));
  await user.keyboard('{ArrowRight}{Escape}');
  expect(column('HIRED')).not.toHaveClass('no');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

const pairs = states.flatMap(from => states.filter(to => to !== from).map(to => [from, to] as const));

it.each(pairs)(
  'takes a card from %s to %s when the service allows it, through the dialog of the change',
  async (from, to) => {
    const { calls, user } = open(from, [to]);
    (await card()).focus();
    await user.keyboard(' ');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`boat.status.${to}`));
    await user.keyboard(states.indexOf(to) > states.indexOf(from) ? '{ArrowRight}{Enter}' : '{ArrowLeft}{Enter}');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: new RegExp(`^Set to “${to}”$`, 'iu') }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ id: 7, state: to }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

it.each(pairs)('keeps a card of %s away from %s when the service refuses it', async (from, to) => {
  const { calls, user } = open(
    from,
    states.filter(state => state !== to && state !== from),
  );
  (await card()).focus();
  await user.keyboard(' ');
  await waitFor(() => expect(column(to)).toHaveClass('no'));
  for (const key of [...states.map(() => '{ArrowLeft}'), ...states.map(() => '{ArrowRight}')]) {
    await user.keyboard(key);
    expect(column(to)).not.toHaveClass('over');
  }
  await user.keyboard('{Escape}');
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

/** A service whose Kittiwake is where it was last set to. */
const serveMoves = () => {
  let now = 'AFLOAT';
  return (call: Call) => {
    if (call.method === 'POST') {
      now = (call.body as { state: string }).state;
      return { body: { ...kittiwake, version: 2, state: now } };
    }
    return serve(now, ['MOORED', 'SUNK'])(call);
  };
};

const shownMoves: [string, Record<string, unknown>, string, () => HTMLElement | null][] = [
  ['in an open column', {}, 'MOORED', () => screen.getByRole('link', { name: 'Kittiwake' })],
  ['in a column that is folded', {}, 'SUNK', () => within(column('SUNK')).getByRole('button', { expanded: false })],
  ['in no column', { state: 'AFLOAT' }, 'SUNK', () => document.querySelector<HTMLElement>('.bd')],
];

it.each(shownMoves)('gives the focus to what shows a moved card, here %s', async (_, filter, to, focused) => {
  fakeService(serveMoves());
  render(
    <Panel meta={meta}>
      <ResourceContextProvider value="boats">
        <Board filter={filter} sort="id:desc" />
      </ResourceContextProvider>
    </Panel>,
  );
  const user = userEvent.setup();
  (await screen.findByRole('link', { name: 'Kittiwake' })).focus();
  await user.tab();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: new RegExp(to, 'iu') }));
  await user.click(dialog.getByRole('button', { name: new RegExp(`^Set to “${to}”$`, 'iu') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(focused()).toHaveFocus());
});

it('steps to the next column that can be reached, and back to its own', () => {
  const possible = possibleFrom('AFLOAT', ['HIRED']);
  expect(stepTo(possible, states, 'AFLOAT', 1)).toBe('HIRED');
  expect(stepTo(possible, states, 'HIRED', 1)).toBeUndefined();
  expect(stepTo(possible, states, 'HIRED', -1)).toBe('AFLOAT');
});

it.each([
  [{}, [...states], {}],
  [{ state: 'MOORED,SUNK', name: 'a' }, ['MOORED', 'SUNK'], { name: 'a' }],
  [{ state: ['MOORED'] }, ['MOORED'], {}],
  [{ deleted: true }, ['SUNK'], {}],
])('shows the columns that the filter %j leaves', (filter, columns, rest) => {
  expect(columnsUnder(boat, states, filter)).toEqual({ columns, rest });
});
