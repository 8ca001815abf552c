import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../../directus-schema/seed/en/ui.json';
import { noMeta, noResource } from '../../../test/Panel';
import { MetaContext, type FieldMeta } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { useProposalPart, useProposedText } from './useProposedText';

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

const Part = ({ of, name }: { of: Record<string, unknown>; name: string }) => <p>{useProposalPart(of, name)}</p>;

it.each([
  ['the amount here, in the currency of the project', 'current', '', /^85\.00 €.*\/ h$/],
  ['the amount that is proposed in the same currency', 'proposed', '', /^960\.50 €.*\/ h$/],
  ['the amount that is proposed in another one', 'proposed', 'SEK', /^960\.50 kr.*\/ h$/],
])('shows in a list %s, with its unit', (_, name, currency, text) => {
  const proposal = {
    field: 'rateMax',
    current: '85',
    proposed: '960.5',
    currency,
    projectCurrency: 'EUR',
    rateUnit: 'Hr',
  };
  drawWith(
    <MetaContext value={{ ...noMeta, resources: [project] }}>
      <Part of={proposal} name={name} />
    </MetaContext>,
    words,
  );
  expect(screen.getByText(text)).toBeVisible();
});

it('shows the two rates of a difference in the currency and unit of the application', () => {
  const application = {
    ...noResource,
    name: 'application',
    fields: [{ name: 'billRate', kind: 'money' } as FieldMeta],
  };
  const difference = {
    applicationId: 1,
    field: 'billRate',
    ours: '80',
    theirs: '82.5',
    currency: 'EUR',
    rateUnit: 'Day',
  };
  drawWith(
    <MetaContext value={{ ...noMeta, resources: [application] }}>
      <Part of={difference} name="ours" />
      <Part of={difference} name="theirs" />
    </MetaContext>,
    words,
  );
  expect(screen.getByText(/^80\.00 €.*\/ day$/)).toBeVisible();
  expect(screen.getByText(/^82\.50 €.*\/ day$/)).toBeVisible();
});
