// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { firstFailure, rules, type Around, type Rule } from './rules';

interface Case {
  rule: Rule;
  value: unknown;
  around?: Around;
  /** The key and its bounds; absent when it passes. */
  wrong?: { key: string; params?: Record<string, unknown> };
}

/** An address of 193 characters and those of a label. */
const longest = (label: string) => `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${label}`;
const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name);
const german: Around = { locale: 'de' };
const english: Around = { locale: 'en' };
const wrong = (key: string, params?: Record<string, unknown>) => (params ? { key, params } : { key });

const cases: Record<string, Case> = {
  'required: nothing': { rule: rules.required(), value: null, wrong: wrong('validation.required') },
  'required: blanks only': { rule: rules.required(), value: ' \t', wrong: wrong('validation.required') },
  'required: an empty list': { rule: rules.required(), value: [], wrong: wrong('validation.required') },
  'required: zero is something': { rule: rules.required(), value: 0 },
  'required: no is something': { rule: rules.required(), value: false },
  'email: plain': { rule: rules.email(), value: 'mara@poolkeeper.example' },
  'email: two signs': { rule: rules.email(), value: 'a@b@c.de', wrong: wrong('validation.email') },
  'email: a domain without a dot': { rule: rules.email(), value: 'a@b', wrong: wrong('validation.email') },
  'email: a dot at the end': { rule: rules.email(), value: 'a@b.', wrong: wrong('validation.email') },
  'email: a space': { rule: rules.email(), value: 'a b@c.de', wrong: wrong('validation.email') },
  'email: 254 characters': { rule: rules.email(), value: longest('d'.repeat(61)) },
  'email: 255 characters': {
    rule: rules.email(),
    value: longest('d'.repeat(62)),
    wrong: wrong('validation.email'),
  },
  'email: empty passes': { rule: rules.email(), value: '' },
  'regex: the whole text': { rule: rules.regex('[A-Z]+'), value: 'ABC' },
  'regex: a part only': { rule: rules.regex('[A-Z]+'), value: 'ABCd', wrong: wrong('validation.regex') },
  'regex: an alternative is not cut in two': {
    rule: rules.regex('a|b'),
    value: 'ax',
    wrong: wrong('validation.regex'),
  },
  'regex: what only RE2 knows is left to the service': { rule: rules.regex('(?P<x>a)'), value: 'b' },
  'alpha: any script': { rule: rules.alpha(), value: 'Ωmegaß' },
  'alpha: a space': { rule: rules.alpha(), value: 'Anna Maria', wrong: wrong('validation.alpha') },
  'alpha: a space when allowed': { rule: rules.alpha(true), value: "Anna-Maria O'Neil" },
  'alpha: a digit': { rule: rules.alpha(true), value: 'R2', wrong: wrong('validation.alpha') },
  'min: counts characters, not their halves': {
    rule: rules.min(3),
    value: '👩👩',
    wrong: wrong('validation.min', { min: 3 }),
  },
  'min: enough': { rule: rules.min(3), value: 'abc' },
  'confirmed: the same': { rule: rules.confirmed('password'), value: 'x', around: { values: { password: 'x' } } },
  'confirmed: another': {
    rule: rules.confirmed('password'),
    value: 'x',
    around: { values: { password: 'y' } },
    wrong: wrong('validation.confirmed'),
  },
  'numeric: German notation': { rule: rules.numeric(), value: '1.234,5', around: german },
  'numeric: German notation is no English one': {
    rule: rules.numeric(),
    value: '1.234,5',
    around: english,
    wrong: wrong('validation.numeric'),
  },
  'numeric: broken groups': {
    rule: rules.numeric(),
    value: '12,34',
    around: english,
    wrong: wrong('validation.numeric'),
  },
  'numeric: an exponent': { rule: rules.numeric(), value: '1e3', wrong: wrong('validation.numeric') },
  'numeric: too many decimals': { rule: rules.numeric(2), value: '1.234', wrong: wrong('validation.numeric') },
  'oneOf: a member': { rule: rules.oneOf(['a', 'b']), value: 'b' },
  'oneOf: none': { rule: rules.oneOf(['a', 'b']), value: 'c', wrong: wrong('validation.oneOf', { values: 'a, b' }) },
  'integer: whole': { rule: rules.integer(), value: '-12' },
  'integer: a fraction': { rule: rules.integer(), value: 1.5, wrong: wrong('validation.integer') },
  'integer: an exponent': { rule: rules.integer(), value: '1e3', wrong: wrong('validation.integer') },
  'size: as large as allowed': { rule: rules.size(1), value: file('a.png', 1024) },
  'size: one byte more': {
    rule: rules.size(1),
    value: file('a.png', 1025),
    wrong: wrong('validation.size', { max: 1 }),
  },
  'ext: any case': { rule: rules.ext(['png', 'jpg']), value: file('a.PNG', 1) },
  'ext: another': {
    rule: rules.ext(['png', 'jpg']),
    value: file('a.png.exe', 1),
    wrong: wrong('validation.ext', { ext: 'png, jpg' }),
  },
  'ext: none at all': {
    rule: rules.ext(['png']),
    value: file('png', 1),
    wrong: wrong('validation.ext', { ext: 'png' }),
  },
  'minValue: the bound itself': { rule: rules.minValue(1), value: 1 },
  'minValue: below': {
    rule: rules.minValue(1),
    value: '0,5',
    around: german,
    wrong: wrong('validation.minValue', { min: 1 }),
  },
};

describe('a rule', () => {
  for (const [name, { rule, value, around, wrong: expected }] of Object.entries(cases)) {
    it(`keeps to ${name}`, () => expect(rule(value, around)).toEqual(expected));
  }
});

it('lets empty values pass everywhere but in required', () => {
  const all = [
    rules.email(),
    rules.regex('a'),
    rules.alpha(),
    rules.min(3),
    rules.confirmed('x'),
    rules.numeric(),
    rules.oneOf(['a']),
  ];
  const more = [rules.integer(), rules.size(1), rules.ext(['a']), rules.minValue(3)];
  for (const rule of [...all, ...more])
    for (const value of ['', null, undefined, []]) expect(rule(value)).toBeUndefined();
});

it('names the first thing that is wrong', () => {
  expect(firstFailure([rules.required(), rules.email()], '')?.key).toBe('validation.required');
  expect(firstFailure([rules.required(), rules.email()], 'x')?.key).toBe('validation.email');
});
