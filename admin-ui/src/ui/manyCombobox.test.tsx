import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Option } from './option';
import { Field } from './Field';
import { ManyCombobox } from './ManyCombobox';
import { draw } from './ui.fixture';

const harbours = ['Aalborg', 'Bremen', 'Calais'].map((label, i) => ({ value: String(i), label }));
const search = async (text: string) => harbours.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));

const Harbours = ({ isReadOnly }: { isReadOnly?: boolean }) => {
  const [value, setValue] = useState<readonly Option[]>(harbours.slice(0, 1));
  return (
    <Field label="Harbours" isReadOnly={isReadOnly}>
      <ManyCombobox name="harbours" search={search} value={value} onChange={setValue} />
      <output>{value.map(({ label }) => label).join()}</output>
    </Field>
  );
};

const chosen = () => screen.getByRole('status').textContent;

it('takes several by keyboard, offers none twice, and gives them back by Backspace and by their buttons', async () => {
  const user = draw(<Harbours />);
  const input = screen.getByRole('combobox', { name: 'Harbours' });
  await user.type(input, 'brem');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(chosen()).toBe('Aalborg,Bremen');
  expect(input).toHaveValue('');
  await user.type(input, 'a');
  await waitFor(() => expect(screen.getAllByRole('option').map(one => one.textContent)).toEqual(['Calais']));
  await user.keyboard('{Enter}');
  expect(chosen()).toBe('Aalborg,Bremen,Calais');
  await user.keyboard('{Backspace}');
  expect(chosen()).toBe('Aalborg,Bremen');
  await user.click(screen.getByRole('button', { name: 'Remove Aalborg' }));
  expect(chosen()).toBe('Bremen');
});

it('shows what is chosen where nothing can be changed', async () => {
  const user = draw(<Harbours isReadOnly />);
  expect(screen.getByText('Aalborg', { selector: '.tag' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove Aalborg' })).toBeNull();
  await user.type(screen.getByRole('combobox', { name: 'Harbours' }), 'b');
  expect(screen.queryByRole('option')).toBeNull();
});
