// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { FieldMeta } from '../../meta';
import { goingWith, withAmounts } from './amounts';

const fields: FieldMeta[] = [
  { name: 'title', kind: 'text' },
  { name: 'currency', kind: 'currency' },
  { name: 'hourRate', kind: 'money', currencyField: 'currency' },
  { name: 'dayRate', kind: 'money', currencyField: 'currency' },
];
const euros = { title: 'a', currency: 'EUR', hourRate: 80, dayRate: 640 };
const crowns = { title: 'b', currency: 'SEK', hourRate: 900, dayRate: 640 };

describe('what comes back from another version', () => {
  it('is every amount with the currency, where that differs', () => {
    for (const name of ['hourRate', 'dayRate', 'currency']) {
      expect(goingWith(fields, name, euros, crowns)).toEqual(['currency', 'hourRate', 'dayRate']);
    }
  });

  it('is one amount alone in the same currency, and any other field', () => {
    expect(goingWith(fields, 'hourRate', euros, { ...euros, hourRate: 85 })).toEqual(['hourRate']);
    expect(goingWith(fields, 'title', euros, crowns)).toEqual(['title']);
  });
});

it('sends every amount that is shown with another currency', () => {
  expect(withAmounts(fields, ['currency', 'hourRate'], crowns)).toEqual(['currency', 'hourRate', 'dayRate']);
  expect(withAmounts(fields, ['currency'], { currency: 'SEK' })).toEqual(['currency']);
  expect(withAmounts(fields, ['hourRate', 'title'], crowns)).toEqual(['hourRate', 'title']);
});
