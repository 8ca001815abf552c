import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Toasts } from '../../layout/Toasts';
import type { DetailProps } from '../overrideProps';
import { openBoats, ready } from './list.fixture';

const Logbook = ({ id }: DetailProps) => <p>{`Logbook of ${id}`}</p>;

const CallIn = () => <button type="button">Call all in</button>;

/** The lines of the menu of a row. */
const openMenu = async (...how: Parameters<typeof openBoats>) => {
  const page = openBoats(...how);
  await ready();
  await page.user.click(screen.getByRole('button', { name: 'Actions for Cormorant' }));
  const lines = await screen.findAllByRole('menuitem');
  return { ...page, lines, texts: lines.map(({ textContent }) => textContent) };
};

it('offers what one can do with a record, with its keys', async () => {
  const { texts } = await openMenu();
  expect(texts).toEqual(['EditEnter', 'Change stateS', 'History', 'Copy link', 'Delete']);
});

it('opens what stands in place of a form, instead of editing it', async () => {
  const { texts } = await openMenu(undefined, undefined, { Detail: Logbook });
  expect(texts[0]).toBe('OpenEnter');
});

it('copies the address of the record, without what the list is filtered by', async () => {
  const at = `/boats/list?filter=${encodeURIComponent('{"name":"o"}')}`;
  const { user } = await openMenu(undefined, <Toasts />, {}, at);
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }));
  expect(await screen.findByText('The link is in the clipboard')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/boats/list/1`);
});

it('says where the browser lets nothing into the clipboard', async () => {
  const { user } = await openMenu(undefined, <Toasts />);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }));
  expect(await screen.findByText('The browser did not allow to copy the link')).toBeVisible();
});

it('locks offline what would write, and says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { lines } = await openMenu();
  const locked = lines.filter(line => line.getAttribute('aria-disabled') === 'true');
  expect(locked.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Change state.*offline/),
    expect.stringMatching(/^Delete.*offline/),
  ]);
});

it('leads to what a resource adds, where one has the permission for it and the record allows it', async () => {
  const rowMenu = [
    { label: 'Paint', to: ({ id }: Record<string, unknown>) => `/boats/list/${id}/paint` },
    { label: 'Sink', needs: 'boat.sink', to: () => '/boats/list' },
    { label: 'Raise', to: () => '/boats/list', isFor: ({ state }: Record<string, unknown>) => state === 'SUNK' },
    { label: 'Launch', to: () => '/boats/list', when: ({ state }: Record<string, unknown>) => state === 'AFLOAT' },
  ];
  const { lines, texts, user } = await openMenu(undefined, undefined, { rowMenu, Detail: Logbook });
  expect(texts.slice(1, 4)).toEqual(['Change stateS', 'Paint', expect.stringMatching(/^Launch.+/)]);
  await user.click(lines[2] as HTMLElement);
  expect(location.pathname).toBe('/boats/list/1/paint');
});

it('has the buttons of a resource beside the name of its list', async () => {
  openBoats(undefined, undefined, { Tools: CallIn });
  await ready();
  expect(screen.getByRole('banner')).toContainElement(screen.getByRole('button', { name: 'Call all in' }));
});

it('opens the record of a row that is clicked beside its link, but not by its box or while text is selected', async () => {
  const { user } = openBoats();
  await ready();
  const row = screen.getByRole('link', { name: 'Cormorant' }).closest('tr') as HTMLElement; // the row of the link
  await user.click(within(row).getByRole('checkbox'));
  expect(location.pathname).toBe('/boats/list');
  const cell = row.querySelector('td:nth-last-child(2)') as HTMLElement; // the one before the menu
  getSelection()?.selectAllChildren(cell);
  await act(async () => cell.click());
  expect(location.pathname).toBe('/boats/list');
  getSelection()?.removeAllRanges();
  await user.click(cell);
  await waitFor(() => expect(location.pathname).toBe('/boats/list/1')); // unless a second click edits the cell
});
