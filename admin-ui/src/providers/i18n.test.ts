import { expect, it } from 'vitest';
import { buildI18n } from './i18n';

const texts = { 'a.b': 'Hello %{name}', 'a.b.c': 'deeper', count: '%{smart_count} row |||| %{smart_count} rows' };

it('translates flat keys, placeholders and plurals', () => {
  const { translate } = buildI18n({ locale: 'en', texts });
  expect(translate('a.b', { name: 'Mara' })).toBe('Hello Mara');
  expect(translate('a.b.c')).toBe('deeper');
  expect(translate('count', { smart_count: 1 })).toBe('1 row');
  expect(translate('count', { smart_count: 2 })).toBe('2 rows');
});

it.each([
  ['en', '1 row', '4,695 rows', '1,234,567 rows'],
  ['de', '1 row', '4.695 rows', '1.234.567 rows'],
])('writes the number of a text as %s does', (locale, ...written) => {
  const { translate } = buildI18n({ locale, texts, borrowed: { count: 'en' } });
  expect([1, 4_695, 1_234_567].map(n => translate('count', { smart_count: n }))).toEqual(written);
  expect(buildI18n({ locale, texts }).translate('count', { smart_count: 4_695 })).toBe(written[1]);
});

it('shows a missing key as it is, whatever react-admin would guess', () => {
  const { translate } = buildI18n({ locale: 'en', texts });
  expect(translate('resources.project.fields.vmsId', { _: 'Vms id' })).toBe('resources.project.fields.vmsId');
});

it('answers the locale of its texts', () => {
  expect(buildI18n({ locale: 'de', texts }).getLocale()).toBe('de');
});

it('takes the form that the language has for a number, not the one polyglot guesses', () => {
  const { translate } = buildI18n({
    locale: 'lt',
    texts: { row: '%{smart_count} eilutė |||| %{smart_count} eilutės |||| dalis |||| %{smart_count} eilučių' },
  });
  expect([1, 2, 11, 21].map(n => translate('row', { smart_count: n }))).toEqual([
    '1 eilutė',
    '2 eilutės',
    '11 eilučių',
    '21 eilutė',
  ]);
});

it('inflects a text that stands in for a missing one as in its own language', () => {
  const { translate } = buildI18n({ locale: 'pl', texts, borrowed: { count: 'en' } });
  expect([1, 2, 5].map(n => translate('count', { smart_count: n }))).toEqual(['1 row', '2 rows', '5 rows']);
});

it('shows no key of a text that may still come, nor tells of it as missing', () => {
  const { translate } = buildI18n({ locale: 'en', texts, hasMore: true });
  expect(translate('a.b', { name: 'Mara' })).toBe('Hello Mara');
  expect(translate('panel.form.save')).toBe('');
  expect(translate('resources.project.fields.vmsId', { _: 'Vms id' })).toBe('');
  expect(translate('resources.boat.hints.name', { _: 'resources.boat.hints.name' })).toBe('resources.boat.hints.name');
});
