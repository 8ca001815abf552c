import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../../directus-schema/seed/en/content.json';
import { fakeService } from '../../../test/service';
import { drawWith } from '../../ui/ui.fixture';
import { BlastRadius } from './BlastRadius';

const client = (name: string, inherits: string[], overrides: string[]) => ({
  id: name.length,
  name,
  inherits,
  overrides,
});

const draw = (answer: unknown) => {
  const calls = fakeService(() => ({ body: answer }));
  drawWith(<BlastRadius messageKey="panel.save" locale="de" />, words);
  return calls;
};

it('names who sees a change and who has a text of their own', async () => {
  const calls = draw({
    pages: [],
    clients: [client('Acme', ['de', 'fr'], []), client('Bolt', ['de'], ['fr']), client('Corp', [], ['de'])],
    beyond: 2,
  });
  expect(await screen.findByText('2 clients see this change: Acme, Bolt')).toBeVisible();
  expect(screen.getByText('1 client has its own text: Corp')).toBeVisible();
  expect(screen.getByText('2 clients outside of your scope see it too.')).toBeVisible();
  expect(calls.map(({ path }) => path)).toContain('/api/translation/usage?messageKey=panel.save&locale=de');
});

it('counts all of many clients and names the first', async () => {
  draw({ pages: [], clients: [...'ABCDEFGHIJ'].map(name => client(name, ['de'], [])), beyond: 0 });
  expect(await screen.findByText('10 clients see this change: A, B, C, D, E, F, G, H, …')).toBeVisible();
});

it('says so when nobody does', async () => {
  draw({ pages: [], clients: [], beyond: 0 });
  expect(await screen.findByText('No client sees this change.')).toBeVisible();
});
