// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import type { RateSample } from '../../generated/answers';
import { HttpError } from '../../providers/httpError';
import * as calls from './calls';
import { firstUnreadable, previewOf } from './usePreview';
import { errorsAt } from './wrong';

const sample = (applicationId: number, talentRate: number): RateSample => ({
  applicationId,
  handle: `A-${applicationId}`,
  currency: 'EUR',
  unit: 'Hr',
  inputs: { talentRate, payRate: null, billRate: null },
});

const refused = (code: string) =>
  new HttpError(422, {
    code: 'VALIDATION',
    fieldErrors: { formula: [`detail.${code}`] },
    params: {},
    details: { code },
  });

afterEach(() => {
  vi.restoreAllMocks();
});

/** Pays what is asked; the bill fails for everybody with one code, or only for who asks 90. */
const billFails = (code: string, only?: number) =>
  vi.spyOn(calls, 'previewRate').mockImplementation(({ key, inputs }) => {
    if (key === 'billRate' && (only === undefined || inputs?.['talentRate'] === only))
      return Promise.reject(refused(code));
    return Promise.resolve(Number(inputs?.['talentRate']) + (key === 'billRate' ? 10 : 0));
  });

const pair = { payRateFormula: 'talentRate', billRateFormula: 'payRate +' };
const signal = new AbortController().signal;

test('a formula that cannot be read leaves each row its own pay rate, and is asked about once', async () => {
  const wanted = billFails('E_SYNTAX');
  const rows = await previewOf([sample(1, 80), sample(2, 90)], pair, signal);
  expect(rows.map(row => row.rates.payRateFormula)).toEqual([80, 90]);
  expect(rows.map(row => row.error?.key)).toEqual(['billRateFormula', 'billRateFormula']);
  expect(wanted.mock.calls.filter(([{ key }]) => key === 'billRate')).toHaveLength(1);
});

test('a row whose formula fails shows its own error, and the others their rates', async () => {
  billFails('E_NULL_OPERAND', 90);
  const rows = await previewOf([sample(1, 80), sample(2, 90), sample(3, 100)], pair, signal);
  expect(rows.map(row => row.rates.billRateFormula)).toEqual([90, undefined, 110]);
  expect(rows.map(row => row.error?.cause.details['code'])).toEqual([undefined, 'E_NULL_OPERAND', undefined]);
});

test('an editor that nobody has touched shows nothing of what the preview runs into', () => {
  const trouble = { key: 'billRateFormula', cause: refused('E_NULL_OPERAND') } as const;
  const say = (key: string) => key;
  const at = (text: string, stored: string) =>
    errorsAt('billRateFormula', { text, stored }, { checked: null, trouble }, say).length;
  expect([at('payRate * markupPct', 'payRate * markupPct'), at('', 'payRate'), at('payRate *', 'payRate')]).toEqual([
    0, 0, 1,
  ]);
});

test('a formula without applications is read by itself, and only what cannot be read is told', async () => {
  const requested = vi.spyOn(calls, 'previewRate').mockImplementation(({ formula }) => {
    if (formula === 'payRate + foo') return Promise.reject(refused('E_UNKNOWN_VARIABLE'));
    return formula === '1 / 0' ? Promise.reject(refused('E_DIV_ZERO')) : Promise.resolve(1);
  });
  const { signal } = new AbortController();
  expect(await firstUnreadable({ payRateFormula: '', billRateFormula: 'payRate + foo' }, signal)).toMatchObject({
    key: 'billRateFormula',
  });
  expect(requested).toHaveBeenCalledOnce();
  expect(requested.mock.calls[0]?.[0].inputs).toMatchObject({ markupPct: 10, isMsp: false });
  expect(await firstUnreadable({ payRateFormula: '1 / 0', billRateFormula: '' }, signal)).toBeUndefined();
});
