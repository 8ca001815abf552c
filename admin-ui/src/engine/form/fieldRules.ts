import { readDay } from '../../ui/day';
import { firstFailure, rules, type Failure, type Rule } from '../../ui/rules';
import type { FieldMeta, Kind } from '../../meta';
import type { Values } from './changes';

const placesOfDegrees = 6; // the finest decimals there are; the service knows which field takes how many

const ofKind: Partial<Record<Kind, Rule[]>> = {
  int: [rules.numeric(), rules.integer()],
  decimal: [rules.numeric(placesOfDegrees)],
  money: [rules.numeric(4)],
  percent: [rules.numeric(4)],
  text: [rules.line()],
  email: [rules.email()],
};

/** The bounds that have no rule of their own name; the service checks and words them the same way. */
const upper =
  (key: string, max: number, measure: (value: unknown) => number): Rule =>
  value =>
    value !== null && value !== undefined && measure(value) > max ? { key, params: { max } } : undefined;

const day: Rule = (value, { locale = 'en' } = {}) =>
  value === null || value === undefined || value === '' || readDay(locale, String(value)) === value
    ? undefined
    : { key: 'validation.date' };

type Bounded = Pick<FieldMeta, 'minValue' | 'maxValue'>;

const boundsOf = (field: Bounded): Rule[] => [
  ...(field.minValue !== undefined ? [rules.minValue(field.minValue)] : []),
  ...(field.maxValue !== undefined ? [upper('validation.maxValue', field.maxValue, Number)] : []),
];

/** Which bound of its field a number is beyond. */
export const boundFailure = (field: Bounded, value: unknown) =>
  typeof value === 'number' ? firstFailure(boundsOf(field), value) : undefined;

const rulesOf = (field: FieldMeta): Rule[] => [
  ...(field.required ? [rules.required()] : []),
  ...(field.many ? [] : (ofKind[field.kind] ?? [])),
  ...(field.kind === 'date' && !field.many ? [day] : []),
  ...(field.min !== undefined ? [rules.min(field.min)] : []),
  ...(field.max !== undefined && field.many
    ? [upper('validation.maxItems', field.max, value => (Array.isArray(value) ? value.length : 0))]
    : []),
  // A phone number is measured by its digits, once the service has taken out what stands between them.
  ...(field.max !== undefined && !field.many && field.kind !== 'phone'
    ? [upper('validation.max', field.max, value => [...String(value)].length)]
    : []),
  ...(field.pattern !== undefined && !field.many ? [rules.regex(field.pattern)] : []),
  ...boundsOf(field),
];

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** What is wrong with each of the fields, by dotted path. Only a courtesy: the service decides. */
export const failuresOf = (
  fields: readonly FieldMeta[],
  values: Values,
  locale: string,
  path = '',
): Record<string, Failure> => {
  const all: Record<string, Failure> = {};
  for (const field of fields) {
    if (field.readOnly) continue;
    const value = values[field.name];
    const at = path + field.name;
    const failure = firstFailure(rulesOf(field), value, { values, locale });
    if (failure) all[at] = failure;
    if (!field.many && isValues(value)) Object.assign(all, failuresOf(field.fields ?? [], value, locale, `${at}.`));
  }
  return all;
};
