import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MetaContext } from '../../meta';
import { noMeta } from '../../../test/Panel';
import application from '../../../../directus-schema/seed/en/application.json';
import panel from '../../../../directus-schema/seed/en/panel.json';
import vms from '../../../../directus-schema/seed/en/vms.json';
import type { SupportBundle } from '../../generated/answers';
import { drawWith } from '../../ui/ui.fixture';
import { SupportParts } from './SupportParts';

const bundle: SupportBundle = {
  requestId: '7f3a19c2',
  lines: [{ at: '2026-11-20T13:02:11.120Z', level: 'DEBUG', text: 'refused', facts: { call: 'project.delete' } }],
  entries: [],
  jobs: [],
  mails: [],
  messages: [],
  index: [{ entity: 'boat', id: 7, state: 'STALE', indexVersion: 3, version: 4 }],
};

const draw = (of: SupportBundle) =>
  drawWith(
    <MetaContext value={noMeta}>
      <SupportParts bundle={of} />
    </MetaContext>,
    { ...application, ...panel, ...vms },
  );

it('shows the log of a request, how its records stand in the index, and where there is nothing', () => {
  draw(bundle);
  const log = within(screen.getAllByRole('list')[0] as HTMLElement);
  expect(log.getByText(/refused/)).toBeVisible();
  expect(log.getByText('project.delete')).toBeVisible();
  expect(screen.getByText('version 3 in the index, 4 of the record')).toBeVisible();
  expect(screen.getAllByText('Nothing')).toHaveLength(4);
});

it('says what became of messages with a vendor management system, and leads to them', () => {
  const message = { entity: 'APPLICATION', reason: '', failure: '', tries: 1, connection: 'Fieldglass' };
  draw({
    ...bundle,
    messages: [
      {
        ...message,
        id: 4,
        messageId: 'A-1',
        direction: 'outbound',
        state: 'RETRY',
        failure: 'VMS_UNAVAILABLE',
        tries: 3,
      },
      {
        ...message,
        id: 5,
        messageId: 'm1',
        direction: 'inbound',
        entity: 'JOB',
        state: 'QUARANTINED',
        reason: 'RULES',
      },
    ],
  });
  expect(screen.getByRole('link', { name: 'A-1' })).toHaveAttribute('href', '/platform/vms/outbound/4');
  expect(screen.getByText(/^Application · Tried again · VMS not available/)).toHaveTextContent(
    'Fieldglass · 3 attempts',
  );
  expect(screen.getByRole('link', { name: 'm1' })).toHaveAttribute('href', '/platform/vms/inbound/5');
  expect(screen.getByText(/^Job · Held back · Against the rules/)).toBeVisible();
});
