import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import type { Reply } from '../../../test/service';
import { AmountFilter } from '../../engine/list/filters/AmountFilter';
import { filterOf, openBoats, ready } from '../../engine/list/list.fixture';
import { SkillsFilter } from '../skillTerm/SkillsFilter';
import { LanguageFilter } from './LanguageFilter';
import { PlaceFilter } from './PlaceFilter';

const terms = [{ id: 1, name: 'Go' }];

const reply = ({ path }: { path: string }): Reply | undefined => {
  if (path.startsWith('/api/skillTerm')) return { status: 200, body: { results: terms, totalResults: 1 } };
  if (!path.startsWith('/api/country')) return undefined;
  return { status: 200, body: { results: [{ code: 'DE', name: 'Germany' }] } };
};

it('filters by several skills, those of the catalogue and one as it is written', async () => {
  const { calls, user } = openBoats(reply, undefined, { filters: { port: SkillsFilter } });
  await ready();
  await user.click(await screen.findByRole('button', { name: 'Port Any' }));
  const search = await screen.findByRole('combobox', { name: /Port/ });
  await user.type(search, 'golang');
  const list = within(await screen.findByRole('listbox', { name: 'Port' }));
  await user.click(await list.findByRole('option', { name: 'Go' }));
  await user.type(search, 'golang');
  await user.click(await list.findByRole('option', { name: '“golang” as it is written' }));
  await waitFor(() => expect(calls.map(filterOf)).toContainEqual({ port: ['Go', 'golang'] }));
  expect(calls.some(({ path }) => path.startsWith('/api/skillTerm') && path.includes('name=golang'))).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Port Go, golang' })).toBeVisible();
});

it('filters by an amount with its currency, and refuses what is none', async () => {
  const { calls, user } = openBoats(reply, undefined, { filters: { hiredBy: AmountFilter } });
  await ready();
  await user.click(await screen.findByRole('button', { name: 'Hired by Any' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Hired by' }));
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), 'much');
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(dialog.getByText('Must be a number.')).toBeVisible();
  await user.clear(dialog.getByRole('textbox', { name: 'Amount' }));
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '95.5');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Currency' }), 'CHF');
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([]);
  await user.keyboard('{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(calls.map(filterOf)).toContainEqual({ hiredBy: '95.5 CHF' }));
});

it('filters by a language and its level, and by a country and its postal codes', async () => {
  const { calls, user } = openBoats(reply, undefined, { filters: { port: LanguageFilter, hiredBy: PlaceFilter } });
  await ready();
  const pick = async (button: string, option: string) => {
    await user.click(await screen.findByRole('button', { name: button }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await pick('Port Any', 'German');
  await pick('At least Any', 'B2');
  await waitFor(() => expect(calls.map(filterOf)).toContainEqual({ port: 'de:B2' }));
  await pick('Hired by Any', 'Germany');
  await user.type(screen.getByRole('searchbox', { name: 'Postal codes, such as 80, 81' }), '80, 81{Enter}');
  await waitFor(() => expect(calls.map(filterOf)).toContainEqual({ port: 'de:B2', hiredBy: 'DE 80, 81' }));
});
