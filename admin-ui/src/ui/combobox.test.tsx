import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Option } from './option';
import { Combobox } from './Combobox';
import { Field } from './Field';
import { draw } from './ui.fixture';

const harbours = ['Aalborg', 'Bremen', 'Calais'].map((label, i) => ({ value: String(i), label }));
const search = vi.fn(async (text: string) =>
  harbours.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
);

beforeEach(() => void search.mockClear());

const Harbour = () => {
  const [value, setValue] = useState<Option | null>(null);
  return (
    <Combobox
      label="Harbour"
      name="harbour"
      search={search}
      value={value}
      onChange={setValue}
      first={{ value: '0x', label: 'All' }}
    />
  );
};

it('asks the service for what is typed and is chosen by keyboard', async () => {
  const user = draw(<Harbour />);
  const input = screen.getByRole('combobox', { name: 'Harbour' });
  await user.click(input);
  expect(await screen.findByRole('option', { name: 'Calais' })).toBeVisible();
  expect(screen.getAllByRole('option')[0]).toHaveTextContent('All');
  await user.type(input, 'brem');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await waitFor(() =>
    expect(input).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: 'Bremen' }).id),
  );
  expect(search.mock.calls.map(([text]) => text)).toEqual(['', 'brem']); // not for every letter
  await user.keyboard('{Enter}');
  expect(input).toHaveValue('Bremen');
  expect(input).toHaveAttribute('aria-expanded', 'false');
});

it('closes on Escape and keeps what was chosen', async () => {
  const user = draw(<Harbour />);
  const input = screen.getByRole('combobox', { name: 'Harbour' });
  await user.click(input);
  await user.click(await screen.findByRole('option', { name: 'Aalborg' }));
  await user.click(input);
  await user.keyboard('cal{Escape}');
  expect(input).toHaveValue('Aalborg');
});

it('shows no arrow where it can only be read', () => {
  draw(
    <Field label="Harbour" isReadOnly>
      <Combobox name="harbour" search={search} value={harbours[0] ?? null} onChange={vi.fn()} />
    </Field>,
  );
  expect(screen.getByRole('combobox', { name: 'Harbour' })).toHaveValue('Aalborg');
  expect(screen.queryByRole('button', { name: 'Open the list' })).toBeNull();
});
