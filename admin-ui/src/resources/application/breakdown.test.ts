// @vitest-environment node
import { expect, it } from 'vitest';
import { breakdownOf } from './breakdown';

const stored = {
  currency: 'EUR',
  unit: 'Hr',
  formulaVersionId: 31,
  inputs: { talentRate: 85 },
  steps: [{ key: 'payRate', expr: 'talentRate', value: 85 }],
  byHand: ['billRate'],
  warnings: [{ code: 'RATE_OUT_OF_RANGE', max: 80 }],
};

it('reads what the application keeps', () => {
  expect(breakdownOf(stored)).toEqual(stored);
});

it.each([null, undefined, {}, 'EUR'])('takes %j for no breakdown', value => {
  expect(breakdownOf(value)).toBeUndefined();
});

it('leaves out what has no shape it knows', () => {
  const odd = {
    ...stored,
    formulaVersionId: null,
    steps: [...stored.steps, 'payRate'],
    byHand: [1],
    warnings: undefined,
  };
  expect(breakdownOf(odd)).toEqual({ ...stored, formulaVersionId: null, byHand: [], warnings: [] });
});
