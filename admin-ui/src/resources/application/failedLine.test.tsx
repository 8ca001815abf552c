import { ResourceContextProvider } from 'ra-core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noMeta, noResource, Panel } from '../../../test/Panel';
import type { Application } from '../../generated/resources';
import type { FieldMeta } from '../../meta';
import type { Column } from '../../engine/list/columns';
import { LineColumnsContext } from '../../engine/list/LineColumnsContext';
import { FailedLine } from './FailedLine';

const draw = (columns?: string[]) => {
  const application = { ...noResource, name: 'application', route: '/applications' };
  const shown = columns?.map(name => ({ name, field: { name, kind: 'object' }, rank: 2, labels: [] }));
  render(
    <Panel meta={{ ...noMeta, resources: [application] }}>
      <ResourceContextProvider value="applications">
        <LineColumnsContext value={shown as unknown as Column[]}>
          <FailedLine
            record={
              {
                status: 'sf',
                lastSendError: { class: 'VMS_TIMEOUT', message: 'no such posting' },
              } as unknown as Application
            }
            field={{ name: 'status', kind: 'enum' } as FieldMeta}
          />
        </LineColumnsContext>
      </ResourceContextProvider>
    </Panel>,
  );
};

it('says beside an application why it was not sent, also where that is no list of its own', () => {
  draw();
  expect(screen.getByText(/: no such posting$/)).toBeVisible();
});

it('does not say it again where the line says how ready the application is', () => {
  draw(['readiness']);
  expect(screen.queryByText(/: no such posting$/)).not.toBeInTheDocument();
});
