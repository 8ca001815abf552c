// @vitest-environment node
import { expect, it } from 'vitest';
import { HttpError } from '../../providers/http';
import { errorsAt } from './wrong';

const unknown = (params: Record<string, unknown>) =>
  new HttpError(422, {
    code: 'VALIDATION',
    fieldErrors: { billRateFormula: ['detail.E_UNKNOWN_VARIABLE'] },
    params: { billRateFormula: { 'detail.E_UNKNOWN_VARIABLE': params } },
  });

const say = (key: string, { name }: Record<string, unknown> = {}) => `${key} ${String(name)}`;

const errorsOf = (params: Record<string, unknown>, text: string) =>
  errorsAt('billRateFormula', { text, stored: '' }, { checked: unknown(params), trouble: undefined }, say);

it('offers the name that was meant, and the formula with it in its place', () => {
  const errors = errorsOf(
    { name: 'markupPc', position: 20, suggestion: 'markupPct' },
    'markup(\n  payRate,\n  markupPc)',
  );
  expect(errors[0]?.message).toBe('detail.E_UNKNOWN_VARIABLE markupPc panel.formulas.meant markupPct');
  expect(errorsOf({ name: 'payRat', position: 0, suggestion: 'payRate' }, 'payRat + 1')[0]?.suggestion).toEqual({
    name: 'payRate',
    formula: 'payRate + 1',
  });
});

it('offers nothing where no name is near', () => {
  expect(errorsOf({ name: 'foo', position: 0 }, 'foo + 1')[0]?.suggestion).toBeUndefined();
});
