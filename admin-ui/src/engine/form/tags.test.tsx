import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { stored } from './boat.fixture';
import { isPut, openForm } from './form.fixture';

afterEach(() => localStorage.clear());

const open = async () => {
  const form = openForm('/boats/list/5', call => (isPut(call) ? { body: stored } : undefined));
  return { ...form, line: await screen.findByRole('combobox', { name: /^Flags/ }) };
};

it('makes a tag of each word by Enter, by a comma and by leaving the field, each once', async () => {
  const { user, line, sent } = await open();
  await user.type(line, 'blue{Enter}red, white,blue{Enter}green');
  await user.tab();
  await user.click(await screen.findByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(sent('PUT')[0]?.body).toEqual({ flags: ['blue', 'red', 'white', 'green'] }));
});

it('takes tags away with Backspace, with the arrows and Delete, and by their buttons', async () => {
  const { user, line, sent } = await open();
  await user.type(line, 'blue,red,white,green,');
  await user.keyboard('{Backspace}');
  expect(screen.queryByText('green')).toBeNull();
  await user.keyboard('{ArrowLeft}{ArrowLeft}{Delete}');
  expect(screen.queryByText('red')).toBeNull();
  const tag = screen.getByText('blue');
  await user.click(within(tag).getByRole('button', { name: 'Remove blue' }));
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(sent('PUT')[0]?.body).toEqual({ flags: ['white'] }));
});
