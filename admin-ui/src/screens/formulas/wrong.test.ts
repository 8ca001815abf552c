// @vitest-environment node
import { expect, it } from 'vitest';
import { HttpError } from '../../providers/httpError';
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

const unreadable = (position: number, text: string) => {
  const params = { code: 'E_SYNTAX', position };
  const error = new HttpError(422, {
    code: 'VALIDATION',
    fieldErrors: { billRateFormula: ['detail.E_SYNTAX'] },
    params: { billRateFormula: { 'detail.E_SYNTAX': params } },
  });
  return errorsAt('billRateFormula', { text, stored: '' }, { checked: error, trouble: undefined }, say)[0];
};

it.each([
  ['payRate * 1,1', 11, ',', 'payRate * 1.1'],
  ['payRate × 2', 8, '×', 'payRate * 2'],
  ['max(payRate; 2)', 11, ';', 'max(payRate, 2)'],
  ['−5 + payRate', 0, '−', '-5 + payRate'],
])('says at which sign %s cannot be read, and offers the one that was meant', (text, position, sign, formula) => {
  const error = unreadable(position, text);
  expect(error?.message).toContain(`panel.formulas.unread ${sign}`);
  expect(error?.suggestion?.formula).toBe(formula);
});

it.each([
  ['(payRate', 7, 'payRate'],
  ['payRate 2', 8, '2'],
  ['payRate +', 8, '+'],
  ['max(payRate, , 2)', 13, ','],
])('says at which word %s cannot be read, and offers nothing', (text, position, word) => {
  const error = unreadable(position, text);
  expect(error?.message).toContain(`panel.formulas.unread ${word}`);
  expect(error?.suggestion).toBeUndefined();
});
