import { describe, expect, it } from 'vitest';
import languages from '../../../directus-schema/languages.json';
import table from '../../../directus-schema/plurals.json';
import { examplesOf, formAt, formsOf } from './plurals';

const numbers = Array.from({ length: 1201 }, (_, n) => n);

it('knows the rules of every language that is offered', () => {
  for (const { iso } of languages) expect(Object.keys(table)).toContain(iso);
});

// The browser's own rules are those of the CLDR it was made with; a table that is older or newer shows here.
describe.each(Object.keys(table))('the forms of %s', locale => {
  const rules = new Intl.PluralRules(locale);
  it('are those that CLDR names', () => {
    expect([...formsOf(locale)].sort()).toEqual([...rules.resolvedOptions().pluralCategories].sort());
  });
  it('are taken by the numbers that take them', () => {
    const forms = formsOf(locale);
    const wrong = [...numbers, 1_000_000, 2_000_000].filter(n => forms[formAt(locale, n)] !== rules.select(n));
    expect(wrong).toEqual([]);
  });
});

it('takes the rules of the language for a region, and of English for what nobody knows', () => {
  expect([formsOf('pl-PL'), formsOf('pt-PT'), formsOf('xx')]).toEqual([
    formsOf('pl'),
    ['one', 'many', 'other'],
    ['one', 'other'],
  ]);
  expect([formAt('pl-PL', 3), formAt('xx', 1), formAt('en', 1.5), formAt('en', -1)]).toEqual([1, 0, 1, 0]);
});

it('names a form by numbers that take it', () => {
  expect([0, 1, 2].map(at => examplesOf('pl', at))).toEqual([[1], [2, 3, 4], [0, 5, 6]]);
  expect(examplesOf('cs', 2)).toEqual([]);
});
