// @vitest-environment node
import { expect, it } from 'vitest';
import type { FieldMeta } from '../../meta';
import { failuresOf } from './fieldRules';

const fields: FieldMeta[] = [
  { name: 'hireEnd', kind: 'date' },
  { name: 'home', kind: 'object', fields: [{ name: 'latitude', kind: 'decimal', minValue: -90, maxValue: 90 }] },
];

it.each([
  ['a day', { hireEnd: '2027-02-28' }, {}],
  ['no day', { hireEnd: null }, {}],
  ['a day that does not exist', { hireEnd: '2027-02-29' }, { hireEnd: { key: 'validation.date' } }],
  ['a text', { hireEnd: 'soon' }, { hireEnd: { key: 'validation.date' } }],
  ['a part within its bounds', { home: { latitude: 54.3 } }, {}],
  [
    'a part beyond its bounds',
    { home: { latitude: 95 } },
    { 'home.latitude': { key: 'validation.maxValue', params: { max: 90 } } },
  ],
  ['no parts', { home: null }, {}],
])('answers for %s', (_, values, failures) => {
  expect(failuresOf(fields, values, 'en')).toEqual(failures);
});
