import { ResourceContextProvider } from 'ra-core';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noMeta, noResource } from '../../../../test/Panel';
import { MetaContext, resourceKey } from '../../../meta';
import { drawWith } from '../../../ui/ui.fixture';
import { OutcomeList } from './OutcomeList';

const mail = {
  ...noResource,
  name: 'mail',
  route: '/platform/mails',
  title: 'template',
  fields: [{ name: 'template', kind: 'enum', enum: 'mailTemplate' } as const],
};

it('names records by the words of their title, where that is a choice', () => {
  drawWith(
    <MetaContext value={{ ...noMeta, enumText: { mailTemplate: 'enum.mailTemplate' }, resources: [mail] }}>
      <ResourceContextProvider value={resourceKey(mail)}>
        <OutcomeList
          label="Left out"
          outcomes={[
            { id: 7, title: 'staff.newDevice', allowed: false },
            { id: 8, allowed: false },
          ]}
        />
      </ResourceContextProvider>
    </MetaContext>,
    { 'enum.mailTemplate.staff.newDevice': 'Sign-in from a new device' },
  );
  expect(screen.getAllByRole('listitem').map(line => line.textContent)).toEqual(['Sign-in from a new device', '8']);
});
