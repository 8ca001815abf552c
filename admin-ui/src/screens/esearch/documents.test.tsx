import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import words from '../../../../directus-schema/seed/en/application.json';
import { noMeta } from '../../../test/Panel';
import type { IndexFound } from '../../generated/answers';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { DocumentRow } from './DocumentRow';

const meta = {
  ...noMeta,
  enumText: { applicationStatus: 'application.status' },
  enumNames: { applicationStatus: { s2c: 'SENT_TO_CLIENT' } },
};

const found = (status: string): IndexFound => ({
  id: 7,
  version: 1,
  dbVersion: 1,
  indexedAt: '2026-11-20T08:00:00.000Z',
  drift: 'OK',
  source: { freelancerName: 'Saul Payne', status },
});

it.each([
  ['s2c', 'Sent to client'],
  ['of tomorrow', 'of tomorrow'],
])('says the state %s of an application in words, where there are some', (status, text) => {
  drawWith(
    <MetaContext value={meta}>
      <table>
        <tbody>
          <DocumentRow type="application" found={found(status)} onPut={undefined} onRemove={vi.fn()} />
        </tbody>
      </table>
    </MetaContext>,
    words,
  );
  expect(screen.getByRole('cell', { name: text })).toBeVisible();
});
