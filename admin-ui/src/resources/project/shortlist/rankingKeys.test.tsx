import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { draw, list, person } from './shortlist.fixture';

afterEach(() => {
  vi.unstubAllGlobals();
});

const people = [person(1, 'Nadia Haddad', {}), person(2, 'Ola Berg', {}), person(3, 'Ines Roth', {})];

it('goes from person to person, chooses and makes applications by single keys', async () => {
  const { user } = draw(() => ({ body: { ...list, results: people } }));
  (await screen.findByRole('region', { name: 'Ranking' })).focus();
  await user.keyboard('s');
  expect(screen.queryByRole('dialog')).toBeNull(); // nobody is chosen
  await user.keyboard('jjx');
  expect(screen.getByLabelText('Choose Ola Berg')).toBeChecked();
  await user.keyboard('kxjjjx');
  expect(screen.getByLabelText('Choose Ines Roth')).toHaveFocus();
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3);
  await user.keyboard('x');
  await user.keyboard('s');
  expect(await screen.findByRole('dialog')).toHaveTextContent('Create 2 applications');
});
