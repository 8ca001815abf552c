import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'ra-core';
import { expect, it } from 'vitest';
import { Panel } from '../../../test/Panel';
import { fakeService, type Call } from '../../../test/service';
import { Board } from './Board';
import { open, card, column, states, kittiwake, serve, meta } from './board.fixture';

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
