import type { Failure } from '../../ui/rules';
import type { CheckMeta } from '../../meta';
import type { Values } from './changes';

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || value === 0;

/** Numbers by their value; days and instants, which are written alike, by their letters. */
const isLess = (a: unknown, b: unknown) =>
  typeof b === 'number' ? Number(a) < b : typeof a === 'string' && typeof b === 'string' && a < b;

const isDemanded = (check: CheckMeta, values: Values) =>
  check.rule === 'required' && (check.in ?? []).includes(values[check.other ?? '']);

/** Whether the record has to have a value there as its other fields are now. */
export const isRequiredNow = (checks: readonly CheckMeta[], name: string, values: Values) =>
  checks.some(check => check.fields.includes(name) && isDemanded(check, values));

const broken = (check: CheckMeta, value: unknown, values: Values): Failure | undefined => {
  if (isDemanded(check, values)) return isEmpty(value) ? { key: 'validation.required' } : undefined;
  const other = values[check.other ?? ''];
  if (value === '' || other === '' || value === null || value === undefined) return undefined;
  const isNumber = typeof other === 'number';
  if (check.rule === 'notBelow' && isLess(value, other))
    return { key: isNumber ? 'validation.minValue' : 'validation.after', params: { min: other } };
  if (check.rule === 'notAbove' && isLess(other, value))
    return { key: isNumber ? 'validation.maxValue' : 'validation.before', params: { max: other } };
  return undefined;
};

/** What is wrong by the rules over several fields, by field. Only a courtesy: the service decides, by those of its own too. */
export const checkFailures = (checks: readonly CheckMeta[], values: Values): Record<string, Failure> => {
  const all: Record<string, Failure> = {};
  for (const check of checks)
    for (const name of check.fields) {
      const failure = broken(check, values[name], values);
      if (failure) all[name] = failure;
    }
  return all;
};
