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

it('shows a missing key as it is, whatever react-admin would guess', () => {
  const { translate } = buildI18n({ locale: 'en', texts });
  expect(translate('resources.project.fields.vmsId', { _: 'Vms id' })).toBe('resources.project.fields.vmsId');
});

it('answers the locale of its texts', () => {
  expect(buildI18n({ locale: 'de', texts }).getLocale()).toBe('de');
});
