import { ResourceContextProvider } from 'ra-core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noMeta, noResource, Panel } from '../../../test/Panel';
import type { Application } from '../../generated/resources';
import type { FieldMeta } from '../../meta';
import { FailedLine } from './FailedLine';

it('says beside an application why it was not sent, also where that is no list of its own', () => {
  const application = { ...noResource, name: 'application', route: '/applications' };
  render(
    <Panel meta={{ ...noMeta, resources: [application] }}>
      <ResourceContextProvider value="applications">
        <FailedLine
          record={
            {
              status: 'sf',
              lastSendError: { class: 'VMS_TIMEOUT', message: 'no such posting' },
            } as unknown as Application
          }
          field={{ name: 'status', kind: 'enum' } as FieldMeta}
        />
      </ResourceContextProvider>
    </Panel>,
  );
  expect(screen.getByText(/: no such posting$/)).toBeVisible();
});
