import { render, screen, waitFor, within } from '@testing-library/react';
import { ResourceContextProvider } from 'ra-core';
import { expect, it } from 'vitest';
import { Panel } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import { Board } from './Board';
import { ShownAroundContext } from './ShownAroundContext';
import { columnsUnder, stepTo } from './boardMoves';
import { open, card, column, states, serve, meta, possibleFrom, boat } from './board.fixture';

it('shows a column for each status, with its exact total and the filters of the list', async () => {
  const { calls } = open('AFLOAT', [], 1240);
  await card();
  expect(within(column('AFLOAT')).getByText('1,240')).toBeVisible();
  expect(within(column('AFLOAT')).getByText('Kiel')).toBeVisible();
  expect(within(column('AFLOAT')).getByRole('button', { name: '20 more' })).toBeVisible();
  const wanted = calls.filter(({ path }) => path.startsWith('/api/boat?'));
  expect(wanted.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('state'))).toEqual([...states]);
  expect(wanted.every(({ path }) => path.includes('harbour=Kiel') && path.includes('s=id%3Adesc'))).toBe(true);
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
