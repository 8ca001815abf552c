import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { DetailProps } from '../overrideProps';
import { dialog, openBoats, ready } from './list.fixture';
import { TypedLine } from './filters/TypedLine';
import { useFilterKey } from './useFilterKey';

const Logbook = ({ id }: DetailProps) => <p>{`Logbook of ${id}`}</p>;

const link = (name: string) => screen.getByRole('link', { name });

it('begins at the first row whichever way one goes, and stays within the page', async () => {
  const { user } = openBoats();
  await ready();
  await user.keyboard('k');
  expect(link('Albatross')).toHaveFocus();
  await user.keyboard('k');
  expect(link('Albatross')).toHaveFocus();
  await user.keyboard('JJJJ'); // with the capitals locked
  expect(link('Cormorant')).toHaveFocus();
});

it('presses by Enter what has the focus, and opens the row where nothing has', async () => {
  const { user } = openBoats(undefined, undefined, { Detail: Logbook });
  await ready();
  await user.keyboard('jj');
  screen.getByRole('button', { name: 'Columns' }).focus();
  await user.keyboard('{Enter}');
  await dialog();
  expect(location.pathname).toBe('/boats/list');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  (document.activeElement as HTMLElement).blur(); // an element of the page
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Logbook of 2')).toBeVisible();
  expect(location.pathname).toBe('/boats/list/2');
});

it('begins a new record by n, and changes the status of the row by s', async () => {
  const { user } = openBoats(({ path }) =>
    path.startsWith('/api/boat/possibleStatuses/')
      ? { body: { current: 'AFLOAT', results: [], totalResults: 0 } }
      : undefined,
  );
  await ready();
  await user.keyboard('s');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument(); // at no row yet
  await user.keyboard('js');
  expect(await screen.findByRole('dialog', { name: 'Change status' })).toHaveTextContent('Albatross');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('{Control>}n{/Control}{Alt>}n{/Alt}');
  expect(location.pathname).toBe('/boats/list'); // these are the browser's
  await user.keyboard('n');
  await waitFor(() => expect(location.pathname).toBe('/boats/list/create'));
});

it('leaves the keys to a dialog that is open', async () => {
  const { user } = openBoats();
  await ready();
  await user.keyboard('?');
  await dialog();
  fireEvent.keyDown(document.body, { key: 'n' }); // wherever the focus has gone meanwhile
  expect(location.pathname).toBe('/boats/list');
});

it('begins nothing that it could not save', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { user } = openBoats();
  await ready();
  await user.keyboard('jsn');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(location.pathname).toBe('/boats/list');
});

it('names every key at the foot that the list has', async () => {
  openBoats();
  await ready();
  const hints = within(screen.getByRole('contentinfo'));
  for (const word of ['move', 'select', 'open', 'status', 'filter']) expect(hints.getByText(word)).toBeVisible();
});

const ScreenWithTextFilter = () => {
  useFilterKey();
  return (
    <main>
      <input aria-label="Number" />
      <input type="search" aria-label="Words" />
    </main>
  );
};

it('goes by / to the text filter of a screen that is no list', async () => {
  const { user } = openBoats(undefined, <ScreenWithTextFilter />, {}, '/elsewhere');
  await user.keyboard('/');
  expect(screen.getByRole('searchbox', { name: 'Words' })).toHaveFocus();
  await user.keyboard('/');
  expect(screen.getByRole('searchbox', { name: 'Words' })).toHaveValue('/');
});

const ScreenWithGrid = ({ onSearch }: { onSearch: (text: string) => void }) => {
  useFilterKey();
  return (
    <main>
      <TypedLine label="Words" given="" onChange={onSearch} />
      {/* biome-ignore lint/a11y/useSemanticElements: a grid of texts is no table either */}
      <div role="grid" tabIndex={0} aria-label="Texts" />
    </main>
  );
};

it.each(['{Enter}', '{ArrowDown}', '{Escape}'])('goes by %s from the text filter on to a grid', async key => {
  const onSearch = vi.fn();
  const { user } = openBoats(undefined, <ScreenWithGrid onSearch={onSearch} />, {}, '/elsewhere');
  await user.keyboard('/boat');
  await user.keyboard(key);
  expect(screen.getByRole('grid', { name: 'Texts' })).toHaveFocus();
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith('boat'));
});
