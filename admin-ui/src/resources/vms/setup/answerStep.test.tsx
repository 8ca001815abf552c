import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import panelWords from '../../../../../directus-schema/seed/en/panel.json';
import words from '../../../../../directus-schema/seed/en/vms.json';
import type { VmsConnection } from '../../../generated/resources';
import { drawWith } from '../../../ui/ui.fixture';
import { ByHand } from '../ByHand';
import { AnswerStep } from './AnswerStep';

const connection = { id: 4, baseUrl: 'https://vms.example' } as VmsConnection;
const texts = { ...panelWords, ...words };

it('says beside the wait for the first message why the last call was refused', () => {
  const refused = { at: '2026-11-29T12:00:00Z', why: 'QUERY_UNSIGNED' } as const;
  drawWith(<AnswerStep connection={connection} sandbox="" refused={refused} />, texts);
  expect(screen.getByRole('alert')).toHaveTextContent(/A call was refused.*The signature is of the body alone/);
});

it('says of a client that sends by hand that none of its applications goes out', () => {
  drawWith(<ByHand client={{ id: 7, name: 'Helvia' }} />, texts);
  expect(screen.getByText(/^Helvia sends by hand/)).toBeVisible();
});
