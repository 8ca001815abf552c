import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import project from '../../../../directus-schema/seed/en/project.json';
import { noResource } from '../../../test/Panel';
import { FormContext } from '../../engine/form/FormContext';
import { drawWith } from '../../ui/ui.fixture';
import { NewEndInput } from './NewEndInput';

const draw = (base: Record<string, unknown>) => {
  const state = { meta: noResource, labelOf: () => 'New end', base, values: {}, isNew: true, isReadOnly: false };
  return drawWith(
    <FormContext value={{ ...state, changed: new Set(), errors: {}, set: () => undefined }}>
      <NewEndInput source="assignmentPeriodEnd" field={{ name: 'assignmentPeriodEnd', kind: 'date' }} />
    </FormContext>,
    project,
  );
};

it.each([
  [
    { assignmentPeriodEnd: '2027-06-30', earliestEnd: '2027-07-01' },
    /^Ends 30 Jun 2027 now\..* 0?1 Jul 2027 or later\.$/,
  ],
  [{ assignmentPeriodEnd: null, earliestEnd: '2027-01-12' }, /^Has no end now\..* 12 Jan 2027 or later\.$/],
])('says of %j when it ends and until when it can be extended', async (base, text) => {
  draw(base);
  expect(await screen.findByText(text)).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'New end' })).toHaveAccessibleDescription(text);
});
