import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { boats } from './boats.fixture';
import { openBoats } from './list.fixture';

const shown = (name: string) => screen.findByRole('link', { name });

it('moves, selects and opens by keyboard', async () => {
  const { user } = openBoats();
  await shown('Albatross');
  await user.keyboard('jj');
  expect(screen.getByRole('link', { name: 'Barnacle' })).toHaveFocus();
  await user.keyboard('kx');
  expect(screen.getByRole('checkbox', { name: 'Select Albatross' })).toBeChecked();
  expect(screen.getByText('1 selected')).toBeVisible();
  await user.keyboard('x');
  expect(screen.getByRole('checkbox', { name: 'Select Albatross' })).not.toBeChecked();
  await user.keyboard('/');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  await user.keyboard('jx');
  expect(screen.getByRole('searchbox')).toHaveValue('jx');
  await user.keyboard('{Escape}');
  expect(screen.getByRole('link', { name: 'Albatross' })).toHaveFocus();
});

it('keeps the focus in the list when the bar of the chosen rows goes', async () => {
  const { user } = openBoats();
  await shown('Albatross');
  await user.click(screen.getByRole('checkbox', { name: 'Select Barnacle' }));
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Barnacle' })).toHaveFocus());
});

it('selects all rows between two with the shift key', async () => {
  const { user } = openBoats();
  await shown('Albatross');
  await user.click(screen.getByRole('checkbox', { name: 'Select Albatross' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Cormorant' }));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('3 selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Select all 1,240 matching' }));
  expect(screen.getByText('1,240 selected')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Clear selection' }));
  expect(screen.queryByText('1,240 selected')).not.toBeInTheDocument();
});

it('leaves out of everything the row one takes out, on whichever page', async () => {
  const others = boats.map((each, i) => ({ ...each, id: 11 + i, name: `${each.name} II` }));
  const { user } = openBoats(({ path }) =>
    path.includes(encodeURIComponent('[10,19]')) ? { body: { results: others, totalResults: 1240 } } : undefined,
  );
  await shown('Albatross');
  await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 1,240 matching' }));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await shown('Albatross II');
  expect(screen.getByRole('checkbox', { name: 'Select the page' })).toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Select Barnacle II' }));
  expect(screen.getByRole('checkbox', { name: 'Select Barnacle II' })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Select Albatross II' })).toBeChecked();
  expect(screen.getByText('2 selected')).toBeVisible();
});
