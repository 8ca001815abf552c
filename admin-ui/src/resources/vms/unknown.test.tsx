import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import vmsTexts from '../../../../directus-schema/seed/en/vms.json';
import { noMeta } from '../../../test/Panel';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { UnknownLine } from './UnknownLine';
import type { UnknownValue } from './unknownValues';

const unknown: UnknownValue = {
  connectionId: 3,
  connectionName: 'Norrsken',
  entity: 'APPLICATION_STATUS',
  lookup: 'status',
  value: 'Shortlisted',
  waiting: 3,
  since: '2026-11-30T00:00:00Z',
  targets: ['uc', 'h'],
  isStatus: true,
};
const meta = {
  ...noMeta,
  enums: { applicationStatus: ['uc', 'h'] },
  enumText: { applicationStatus: 'enum.applicationStatus' },
};
const texts = { ...vmsTexts, 'enum.applicationStatus.uc': 'Unconfirmed', 'enum.applicationStatus.h': 'Hired' };

const open = (value: UnknownValue) =>
  drawWith(
    <MetaContext value={meta}>
      <UnknownLine unknown={value} mayDecide />
    </MetaContext>,
    texts,
  );

it('offers statuses by their names to somebody who may not read the records', () => {
  open(unknown);
  expect(screen.getByRole('radio', { name: 'Unconfirmed' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Hired' })).toBeVisible();
});

it('offers other texts as they are', () => {
  open({ ...unknown, lookup: 'site', targets: ['uc', 'Basel'], isStatus: false });
  expect(screen.getByRole('radio', { name: 'uc' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Basel' })).toBeVisible();
});
