import { useState, useSyncExternalStore } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import words from '../../../../directus-schema/seed/en/content.json';
import engineWords from '../../../../directus-schema/seed/en/engine.json';
import panelWords from '../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import { fakeService, type Call, type Reply } from '../../../test/service';
import type { Text } from '../../providers/content';
import { drawWith } from '../../ui/ui.fixture';
import { saveText } from './calls';
import { createDesk, type Desk } from './desk';
import { Grid } from './Grid';
import type { Sheet, Texts } from './sheet';
import { useDismissals } from './useDismissals';

const text = (locale: string, messageKey: string, messageValue: string): Text => ({
  id: locale === 'en' ? 1 : 2,
  locale,
  messageKey,
  messageValue,
  state: 'TRANSLATED',
  dateUpdated: '2026-01-01T00:00:00.000Z',
});

const key = 'boat.name';

const partOf = (texts: Text[]): ReadonlyMap<string, Texts> =>
  new Map(texts.map(one => [one.locale, new Map([[one.messageKey, one]])]));

const Drawn = ({ desk, own }: { desk: Desk; own: ReadonlyMap<string, Texts> }) => {
  const works = useSyncExternalStore(desk.listen, desk.works);
  const { asides } = useDismissals(0);
  const [onHistory] = useState(() => vi.fn());
  const sheet: Sheet = { client: 0, own, behind: new Map(), aside: asides };
  return (
    <Grid sheet={sheet} keys={[key]} locales={['en', 'de']} desk={desk} works={works} mayWrite onHistory={onHistory} />
  );
};

/** A grid of one key in two languages over a service that answers what is written by `reply`. */
const begin = (german: string, reply: (call: Call) => Reply, english = 'Boat %{name}', state = 'TRANSLATED') => {
  const calls = fakeService(call => {
    if (call.path.startsWith('/api/translation/source')) {
      return { body: { source: english, before: 'Ship %{name}', until: '2026-01-02T00:00:00.000Z', by: 'Ada' } };
    }
    if (call.method === 'GET') return { body: { clients: [], beyond: 0, pages: [], results: [], totalResults: 0 } };
    return reply(call);
  });
  const stored = new Map<string, string>();
  const storage = {
    getItem: (at: string) => stored.get(at) ?? null,
    setItem: (at: string, value: string) => void stored.set(at, value),
  };
  const desk = createDesk({ person: '1', storage, save: saveText });
  const own = partOf([text('en', key, english), { ...text('de', key, german), state }]);
  const user = drawWith(<Drawn desk={desk} own={own} />, { ...engineWords, ...panelWords, ...uiWords, ...words });
  const written = () => calls.filter(({ method }) => method !== 'GET');
  const german2nd = () => screen.getAllByRole('gridcell')[1] as HTMLElement; // English stands first
  return { user, written, cell: german2nd, kept: stored };
};

const field = () => screen.findByRole('textbox', { name: 'German text of boat.name' });

it('sends what was typed for the version it was typed over', async () => {
  const { user, written, cell } = begin('Boot %{name}', () => ({
    body: { data: text('de', key, 'Schiff %{name}') },
  }));
  await user.click(cell());
  await user.clear(await field());
  await user.paste('Schiff %{name}');
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await waitFor(() => expect(written()).toHaveLength(1));
  expect(written()[0]).toMatchObject({ method: 'PATCH', body: { messageValue: 'Schiff %{name}' } });
  expect(written()[0]?.path).toContain('/items/d_translation_keys/2');
  expect(written()[0]?.headers.get('if-match')).toBe('"2026-01-01T00:00:00.000Z"');
});

it('shows what somebody else left meanwhile, keeps what was typed, and goes on from theirs', async () => {
  const theirs = { ...text('de', key, 'Kahn %{name}'), dateUpdated: '2026-02-02T00:00:00.000Z', updatedBy: 'Ada' };
  let isFirst = true;
  const { user, written, cell, kept } = begin('Boot %{name}', () => {
    if (!isFirst) return { body: { data: { ...theirs, messageValue: 'Schiff %{name}' } } };
    isFirst = false;
    return {
      status: 409,
      body: { code: 'STALE_VERSION', messages: ['error.staleVersion'], details: { current: theirs }, current: theirs },
    };
  });
  await user.click(cell());
  await user.clear(await field());
  await user.paste('Schiff %{name}');
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  expect(await screen.findByText('Ada changed this text meanwhile:')).toBeVisible();
  expect(await field()).toHaveValue('Schiff %{name}');
  expect(screen.getByText(/Kahn/)).toBeVisible();
  expect(kept.get('texts.1')).toContain('Schiff %{name}');
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await waitFor(() => expect(written()).toHaveLength(2));
  expect(written()[1]?.headers.get('if-match')).toBe('"2026-02-02T00:00:00.000Z"');
  await waitFor(() => expect(screen.queryByText('Ada changed this text meanwhile:')).toBeNull());
});

it('says while one types what would be refused, and what may be meant', async () => {
  const { user, written, cell } = begin('Boot %{name}', () => ({ status: 500 }));
  await user.click(cell());
  await user.clear(await field());
  await user.paste('Boot |||| Boote |||| Bötchen!');
  expect(screen.getByText('{name} is missing.')).toBeVisible();
  expect(screen.getByText('It has 3 of 2 plural forms.')).toBeVisible();
  expect(screen.getByText('Other end punctuation than the source')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Set aside' })).toBeNull();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await field()).toHaveFocus();
  await user.clear(await field());
  expect(screen.getByText('Must be filled in.')).toBeVisible();
  expect(written()).toEqual([]);
});

it('flags what was found, and sets it aside with a reason', async () => {
  const { user, written, cell } = begin('Boat %{name}', () => ({ body: {} }));
  expect(within(cell()).getByText('Same as the source')).toBeVisible();
  await user.click(cell());
  await user.click(await screen.findByRole('button', { name: 'Set aside' }));
  expect(screen.getByRole('button', { name: 'Set finding aside' })).toHaveAccessibleDescription('Give a reason first.');
  await user.keyboard('A name{Enter}');
  await waitFor(() => expect(written()).toHaveLength(1));
  expect(written()[0]).toMatchObject({
    method: 'POST',
    path: '/api/translation/finding',
    body: { client: 0, locale: 'de', messageKey: key, finding: 'SAME', messageValue: 'Boat %{name}', reason: 'A name' },
  });
});

it('lists the texts of one language with their numbers, languages, keys, values and actions', async () => {
  fakeService(() => ({ body: { clients: [], beyond: 0, pages: [], results: [], totalResults: 0 } }));
  const desk = createDesk({ person: '1', storage: { getItem: () => null, setItem: () => undefined }, save: saveText });
  const own = partOf([text('en', key, 'Boat'), text('de', key, 'Boot')]);
  const onHistory = vi.fn();
  const sheet: Sheet = { client: 0, own, behind: new Map() };
  const input = { sheet, desk, works: desk.works(), mayWrite: true, isList: true, onHistory };
  const user = drawWith(<Grid {...input} keys={[key, 'boat.none']} locales={['de']} />, {
    ...engineWords,
    ...panelWords,
    ...uiWords,
    ...words,
  });
  const heads = screen.getAllByRole('columnheader').map(head => head.textContent);
  expect(heads).toEqual(['ID', 'Language', 'Key', 'Text', 'Actions']);
  const [, first, second] = screen.getAllByRole('row') as [HTMLElement, HTMLElement, HTMLElement]; // below the head
  expect(
    within(first)
      .getAllByRole('gridcell')
      .slice(0, 3)
      .map(cell => cell.textContent),
  ).toEqual(['2', 'de', 'Boot']);
  expect(within(first).getByRole('rowheader')).toHaveTextContent('boat.name');
  expect(within(second).getByText('Missing')).toBeVisible();
  await user.click(within(first).getByRole('button', { name: 'History of boat.name' }));
  expect(onHistory).toHaveBeenCalledWith({ client: 0, locale: 'de', messageKey: key });
  await user.click(within(first).getByRole('button', { name: 'Edit boat.name' }));
  expect(await field()).toHaveValue('Boot');
});

it('shows what the source of a stale text said before, and takes the text as still right', async () => {
  const { user, written, cell } = begin(
    'Boot %{name}',
    () => ({ body: { data: text('de', key, 'Boot %{name}') } }),
    'Boat %{name}',
    'STALE',
  );
  await user.click(cell());
  await field();
  expect(await screen.findByRole('deletion')).toHaveTextContent('Ship');
  await user.click(screen.getByRole('button', { name: 'Still right: German text of boat.name' }));
  await waitFor(() => expect(written()).toHaveLength(1));
  expect(written()[0]).toMatchObject({ method: 'PATCH', body: { state: 'TRANSLATED' } });
  expect(written()[0]?.headers.get('if-match')).toBe('"2026-01-01T00:00:00.000Z"');
});

it('says what is wrong with a broken text before somebody types, with the caret at the end', async () => {
  const { user, cell } = begin('Boot', () => ({ body: {} }), 'Boat %{name}', 'BROKEN');
  screen.getByRole('grid').focus();
  await user.keyboard('{ArrowRight}{F2}');
  const typed = (await field()) as HTMLTextAreaElement; // a field of several lines
  expect(typed.selectionStart).toBe(4);
  expect(screen.getByText('{name} is missing.')).toBeVisible();
  expect(cell()).toContainElement(typed);
});

it('goes to the first and to the last cell', async () => {
  const { user } = begin('Boot %{name}', () => ({ body: {} }));
  const grid = screen.getByRole('grid');
  grid.focus();
  await user.keyboard('{Control>}{End}{/Control}');
  expect(grid).toHaveAttribute('aria-activedescendant', 'tx-0-1');
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(grid).toHaveAttribute('aria-activedescendant', 'tx-0-0');
});
