import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import panel from '../../../../directus-schema/seed/en/panel.json';
import setting from '../../../../directus-schema/seed/en/setting.json';
import { noMeta } from '../../../test/Panel';
import type { PlannedChange } from '../../generated/answers';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { PlannedItem } from './PlannedItem';

const line = (entity: string, before: object, after: object) => ({
  id: 1,
  entity,
  changed: Object.keys(after),
  before,
  after,
});

const change = (more: object) =>
  // the item reads no other part of a line of the audit log
  ({
    id: 1,
    state: 'PLANNED',
    entityId: 0,
    method: 'PUT',
    path: '/api/setting/index.autoRepair',
    effectiveAt: '2027-01-01T00:00:00Z',
    note: '',
    createdAt: '2026-11-29T12:00:00Z',
    createdBy: 'Konrad Figge',
    endedAt: null,
    endedBy: '',
    problem: null,
    ...more,
  }) as PlannedChange;

const drawItem = (more: object) =>
  drawWith(
    <MetaContext value={noMeta}>
      <PlannedItem change={change(more)} />
    </MetaContext>,
    { ...panel, ...setting, 'panel.formulas.billRateFormula': 'Bill rate formula' },
  );

it('names a setting as its screen does, with its values in words, and leads there', () => {
  drawItem({
    entity: 'setting',
    title: 'index.autoRepair',
    changes: [line('setting', { 'index.autoRepair': false }, { 'index.autoRepair': true })],
  });
  const link = screen.getByRole('link', { name: 'Repair the search index' });
  expect(link).toHaveAttribute('href', '/platform/settings');
  expect(screen.getByText('Off')).toBeVisible();
  expect(screen.getByText('On')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Take back: Repair the search index' })).toBeVisible();
});

it('names the formulas of the system, which belong to no record', () => {
  drawItem({
    entity: 'rateFormula',
    title: 'system',
    changes: [line('rateFormula', { billRateFormula: 'payRate' }, { billRateFormula: 'payRate + 5' })],
  });
  const link = screen.getByRole('link', { name: 'Rate formula of the system' });
  expect(link).toHaveAttribute('href', '/platform/formulas');
  expect(screen.getByText('Bill rate formula')).toBeVisible();
});
