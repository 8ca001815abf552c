import { ResourceContextProvider } from 'ra-core';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import words from '../../../../directus-schema/seed/en/application.json';
import { noMeta, noResource } from '../../../test/Panel';
import type { Column } from '../../engine/list/columns';
import { ListUiContext, type ListUi } from '../../engine/list/ListUi';
import type { Application } from '../../generated/resources';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { FailedLine } from './FailedLine';

const meta = { ...noResource, name: 'application', title: 'freelancerName', status: 'status' };
const field = { name: 'readiness', kind: 'json' } as const;
const readiness = { name: field.name, field, Cell: () => null, rank: 2 } as unknown as Column; // its width counts in tables alone
const failed = { id: 1, status: 'sf', lastSendError: { class: 'VMS_VALIDATION' } } as unknown as Application; // what the line reads

it.each([
  ['unless a column says it', [], 1],
  ['and not a second time beside a column that says it', [readiness], 0],
])('says on a phone why an application could not be sent, %s', (_, columns, times) => {
  const ui = { columns, open: vi.fn() } as unknown as ListUi; // what the line reads
  drawWith(
    <MetaContext value={{ ...noMeta, resources: [meta] }}>
      <ResourceContextProvider value="application">
        <ListUiContext value={ui}>
          <FailedLine record={failed} field={{ name: 'status', kind: 'enum' }} />
        </ListUiContext>
      </ResourceContextProvider>
    </MetaContext>,
    words,
  );
  expect(screen.queryAllByText('Refused by the VMS')).toHaveLength(times);
});
