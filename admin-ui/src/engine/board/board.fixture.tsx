import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'ra-core';
import { expect } from 'vitest';
import { noMeta, noResource, Panel } from '../../../test/Panel';
import { fakeService, type Call } from '../../../test/service';
import type { PossibleStatus } from '../../generated/answers';
import type { Meta, ResourceMeta } from '../../meta';
import { Board } from './Board';

export const states = ['AFLOAT', 'MOORED', 'HIRED', 'SUNK'] as const;

export const boat: ResourceMeta = {
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

export const meta: Meta = {
  ...noMeta,
  enums: { boatState: [...states] },
  enumText: { boatState: 'boat.status' },
  resources: [boat],
};

export const kittiwake = { id: 7, version: 1, name: 'Kittiwake', harbour: 'Kiel', berths: null };

/** What the service says of each other state: those that are named can be had. */
export const possibleFrom = (from: string, reachable: readonly string[]) => ({
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

export const serve =
  (from: string, reachable: readonly string[], total = 1) =>
  (call: Call) => {
    if (call.path.includes('/possibleStatuses/')) return { body: possibleFrom(from, reachable) };
    if (call.method === 'POST') return { body: { ...kittiwake, version: 2 } };
    const parameters = new URLSearchParams(call.path.split('?')[1]);
    const isHere = parameters.get('state') === from;
    return { body: { results: isHere ? [kittiwake] : [], totalResults: isHere ? total : 0 } };
  };

export const open = (from: string, reachable: readonly string[], total?: number) => {
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
export const card = async () => {
  await waitFor(() =>
    expect(screen.queryByRole('link') ?? screen.queryByRole('button', { expanded: false })).not.toBeNull(),
  );
  screen.queryByRole('button', { expanded: false })?.click();
  return screen.findByRole('link', { name: 'Kittiwake' });
};

export const column = (state: string) => document.querySelector(`[data-column="${state}"]`) as HTMLElement;
