import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../../directus-schema/seed/en/ui.json';
import { noMeta, noResource } from '../../../test/Panel';
import { MetaContext, type FieldMeta } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { useProposedText } from './useProposedText';

const project = {
  ...noResource,
  name: 'project',
  fields: [{ name: 'rateMax', kind: 'money' } as FieldMeta, { name: 'fixedBudget', kind: 'money' } as FieldMeta],
};
const record = { currency: 'EUR', rateUnit: 'Day' };

const Text = ({ field }: { field: string }) => <p>{useProposedText().text(field, '960.5', record)}</p>;

it.each([
  ['rateMax', /^960\.50 €.*\/ day$/],
  ['fixedBudget', /^960\.50 €$/],
])('writes the %s that is proposed in its currency, a rate with its unit', (field, text) => {
  drawWith(
    <MetaContext value={{ ...noMeta, resources: [project] }}>
      <Text field={field} />
    </MetaContext>,
    words,
  );
  expect(screen.getByText(text)).toBeVisible();
});
