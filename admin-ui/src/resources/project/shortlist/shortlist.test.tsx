import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { draw, list, elsewhere } from './shortlist.fixture';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('says of each person why, why not and what would change it', async () => {
  draw(() => ({ body: list }));
  const row = (await screen.findByText('Nadia Haddad')).closest('tr') as HTMLElement; // the row that the name is in
  expect(within(row).getByText('Has all 2 skills')).toBeVisible();
  expect(within(row).getByText('Rate close to the limit')).toBeVisible();
  expect(within(row).getByText('A rate of 75.00 € would make it 100')).toBeVisible();
});

it('says once that rates in other currencies are not converted', async () => {
  draw(() => ({ body: { ...list, results: [elsewhere, { ...elsewhere, freelancerId: 4, name: 'Åsa Lund' }] } }));
  expect(await screen.findAllByText('Rate in SEK, not EUR')).toHaveLength(2);
  expect(screen.getByText('The project is in EUR. Rates in other currencies are not converted.')).toBeVisible();
  expect(screen.getAllByText(/^900\.00\skr/)).toHaveLength(2);
});

it('says nothing of conversion where all ask in the currency of the project', async () => {
  draw(() => ({ body: list }));
  await screen.findByText('Nadia Haddad');
  expect(screen.queryByText(/not converted/)).toBeNull();
});

it('asks anew without a rule that is dropped, and with other musts', async () => {
  const { calls, user } = draw(() => ({ body: list }));
  await user.click(await screen.findByRole('button', { name: /Consent/ }));
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ off: ['consent'] }));
  await user.click(screen.getByRole('button', { name: 'SQL' }));
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ off: ['consent'], must: ['Go', 'SQL'] }));
});
