import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MetaContext } from '../../meta';
import { noMeta } from '../../../test/Panel';
import panel from '../../../../directus-schema/seed/en/panel.json';
import type { SupportBundle } from '../../generated/answers';
import { drawWith } from '../../ui/ui.fixture';
import { SupportParts } from './SupportParts';

const bundle: SupportBundle = {
  requestId: '7f3a19c2',
  lines: [{ at: '2026-11-20T13:02:11.120Z', level: 'DEBUG', text: 'refused', facts: { call: 'project.delete' } }],
  entries: [],
  jobs: [],
  mails: [],
  index: [{ entity: 'boat', id: 7, state: 'STALE', indexVersion: 3, version: 4 }],
};

const draw = (of: SupportBundle) =>
  drawWith(
    <MetaContext value={noMeta}>
      <SupportParts bundle={of} />
    </MetaContext>,
    panel,
  );

it('shows the log of a request, how its records stand in the index, and where there is nothing', () => {
  draw(bundle);
  const log = within(screen.getAllByRole('list')[0] as HTMLElement);
  expect(log.getByText(/refused/)).toBeVisible();
  expect(log.getByText('project.delete')).toBeVisible();
  expect(screen.getByText('version 3 in the index, 4 of the record')).toBeVisible();
  expect(screen.getAllByText('Nothing')).toHaveLength(3);
});
