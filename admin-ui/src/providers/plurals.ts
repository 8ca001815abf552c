import table from '../../../directus-schema/plurals.json';

/*
 * Which form of a text a number takes, by the rules of CLDR for whole numbers. The service reads the same table, so that both
 * count the same forms, whatever the browser is. A rule joins comparisons by "and", and those by "or"; "never" names a form that
 * only fractions take.
 */

const order = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** The name CLDR gives a form. */
type Form = (typeof order)[number];

type Rules = Partial<Record<Form, string>>;

const fallback: Rules = { one: 'n = 1', other: '' };

/** The rules of a locale: its own, else those of the language it belongs to, else those of English. */
const rulesOf = (locale: string): Rules => {
  const rules = (table as Record<string, Rules>)[locale];
  const at = locale.lastIndexOf('-');
  return rules ?? (at > 0 ? rulesOf(locale.slice(0, at)) : fallback);
};

const comparison = /^n(?: % (\d+))? (!?=) (\d+)(?:\.\.(\d+))?$/;

const isMet = (part: string, n: number) => {
  const [, modulus, sign, low, high = low] = comparison.exec(part) ?? [];
  const value = modulus ? n % Number(modulus) : n;
  return (value >= Number(low) && value <= Number(high)) === (sign === '=');
};

const matches = (rule: string, n: number) =>
  rule.split(' or ').some(all => all.split(' and ').every(part => isMet(part, n)));

/** The forms a text has in a locale, in the order they are written in. */
export const formsOf = (locale: string): Form[] => {
  const rules = rulesOf(locale);
  return order.filter(form => rules[form] !== undefined);
};

/** The place of the form a whole number takes; fractions take the last. */
export const formAt = (locale: string, n: number) => {
  const forms = formsOf(locale);
  const rules = rulesOf(locale);
  const last = forms.length - 1;
  if (!Number.isInteger(n)) return last;
  const at = forms.findIndex(form => {
    const rule = rules[form] ?? '';
    return rule !== '' && rule !== 'never' && matches(rule, Math.abs(n));
  });
  return at < 0 ? last : at;
};

const examples = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 25, 100, 101, 102, 1_000_000];

/** Numbers that take a form, a few of them, to say which form is meant; none for one that only fractions take. */
export const examplesOf = (locale: string, at: number) => examples.filter(n => formAt(locale, n) === at).slice(0, 3);
