import { isBlankText, isEmail, wrongCharacter } from './canonical';
import { readNumber } from './number';

/** What is wrong with a value: a text key and what it mentions. */
export interface Failure {
  key: string;
  params?: Record<string, unknown>;
}

/** What a rule may look at beside the value. */
export interface Around {
  /** The other values of the form. */
  values?: Record<string, unknown>;
  locale?: string;
}

/** Answers what is wrong, or nothing. Every rule but `required` lets empty values pass. */
export type Rule = (value: unknown, around?: Around) => Failure | undefined;

const isBlank = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && isBlankText(value)) ||
  (Array.isArray(value) && value.length === 0);

const rule =
  (passes: (value: unknown, around: Around) => boolean, key: string, params?: Record<string, unknown>): Rule =>
  (value, around = {}) => {
    if (isBlank(value) || passes(value, around)) return undefined;
    return params ? { key: `validation.${key}`, params } : { key: `validation.${key}` };
  };

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : [...String(value)].length);

/** The service matches with RE2; what only RE2 understands is left to it. */
const matches = (pattern: string, text: string) => {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text);
  } catch {
    return true;
  }
};

const isNumeric = (value: unknown, locale: string, decimals?: number) => {
  if (typeof value === 'number') return Number.isFinite(value) && hasDecimals(String(value), decimals);
  const read = readNumber(locale, String(value));
  return read !== undefined && hasDecimals(String(read), decimals);
};

const hasDecimals = (text: string, decimals = Number.POSITIVE_INFINITY) =>
  (text.split('.')[1]?.length ?? 0) <= decimals;

const isInteger = (value: unknown) =>
  typeof value === 'number' ? Number.isSafeInteger(value) : /^[+-]?\d+$/.test(String(value).trim());

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
const filesOf = (value: unknown) => [value].flat().filter(file => file instanceof File);

const kilobyte = 1024;

/** The rules by name. The service repeats all of them. */
export const rules = {
  required: (): Rule => value => (isBlank(value) ? { key: 'validation.required' } : undefined),
  email: () => rule(value => isEmail(String(value).trim().normalize('NFC')), 'email'),
  line: (): Rule => value => {
    const key = typeof value === 'string' ? wrongCharacter(value) : undefined;
    return key ? { key } : undefined;
  },
  regex: (pattern: string) => rule(value => matches(pattern, String(value)), 'regex'),
  alpha: (spaces = false) =>
    rule(value => (spaces ? /^[\p{L}\p{M} '-]+$/u : /^[\p{L}\p{M}]+$/u).test(String(value)), 'alpha'),
  min: (min: number) => rule(value => lengthOf(value) >= min, 'min', { min }),
  confirmed: (field: string) => rule((value, { values }) => value === values?.[field], 'confirmed'),
  numeric: (decimals?: number) => rule((value, { locale = 'en' }) => isNumeric(value, locale, decimals), 'numeric'),
  oneOf: (values: readonly unknown[]) =>
    rule(value => [value].flat().every(one => values.includes(one)), 'oneOf', { values: values.join(', ') }),
  integer: () => rule(isInteger, 'integer'),
  size: (max: number) => rule(value => filesOf(value).every(file => file.size <= max * kilobyte), 'size', { max }),
  ext: (list: readonly string[]) =>
    rule(
      value =>
        filesOf(value).every(
          file => file.name.includes('.') && list.some(ext => ext.toLowerCase() === extensionOf(file.name)),
        ),
      'ext',
      { ext: list.join(', ') },
    ),
  minValue: (min: number) => rule((value, { locale = 'en' }) => numberOf(value, locale) >= min, 'minValue', { min }),
} as const;

const numberOf = (value: unknown, locale: string) =>
  typeof value === 'number' ? value : (readNumber(locale, String(value)) ?? Number.NaN);

/** The first thing wrong with a value. */
export const firstFailure = (list: readonly Rule[], value: unknown, around?: Around): Failure | undefined => {
  for (const check of list) {
    const failure = check(value, around);
    if (failure) return failure;
  }
  return undefined;
};
