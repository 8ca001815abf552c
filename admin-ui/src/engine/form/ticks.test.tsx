import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { noResource } from '../../../test/Panel';
import { drawWith } from '../../ui/ui.fixture';
import { MetaContext } from '../../meta';
import { meta, words } from './boat.fixture';
import { FieldInput } from './FieldInput';
import { FormContext } from './FormContext';

it('lets several values of an enumeration be ticked', async () => {
  const set = vi.fn();
  const field = { name: 'states', kind: 'enum', enum: 'boatState', many: true, required: true } as const;
  const user = drawWith(
    <MetaContext value={meta}>
      <FormContext
        value={{
          ...{ meta: noResource, base: {}, values: { states: ['SUNK'] }, labelOf: () => 'States', isNew: true },
          ...{ isReadOnly: false, changed: new Set<string>(), errors: {}, set },
        }}
      >
        <FieldInput source="states" field={field} />
      </FormContext>
    </MetaContext>,
    words,
  );
  const group = within(screen.getByRole('group', { name: 'States' }));
  expect(group.getAllByRole('checkbox')).toHaveLength(3);
  expect(group.getByRole('checkbox', { name: 'Sunk' })).toBeChecked();
  await user.click(group.getByRole('checkbox', { name: 'Afloat' }));
  expect(set).toHaveBeenCalledWith('states', ['AFLOAT', 'SUNK']);
});
