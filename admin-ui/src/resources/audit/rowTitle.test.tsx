import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import setting from '../../../../directus-schema/seed/en/setting.json';
import words from '../../../../directus-schema/seed/en/ui.json';
import type { Audit } from '../../generated/resources';
import { drawWith } from '../../ui/ui.fixture';
import { useEntryTitle } from './useEntryTitle';

const entry = {
  entity: 'admin',
  action: 'auth.signIn',
  actor: { kind: 'admin', id: 4, name: 'Konrad Figge' },
  at: '2026-11-30T05:29:31Z',
} as unknown as Audit; // all that it is named by

const Title = () => <p>{useEntryTitle()(entry)}</p>;

it('names an entry of the log in its row by what was done, by whom and when', () => {
  drawWith(<Title />, { ...setting, ...words });
  expect(screen.getByText(/^Signed in, Konrad Figge, Monday,? 30 November 2026/)).toBeVisible();
});
