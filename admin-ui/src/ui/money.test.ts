// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { formatMoney } from './money';

const cases: [locale: string, amount: number, currency: string, shown: string][] = [
  ['en', 85, 'USD', '$85.00'],
  ['en', 1234.5, 'GBP', '£1,234.50'],
  ['en', 1234.5, 'CNY', '¥1,234.50'],
  ['en', 85, 'INR', '₹85.00'],
  ['en', 85, 'HKD', 'HK$85.00'],
  ['en', 85, 'SGD', 'S$85.00'],
  ['en', 85, 'EUR', '85.00 €'],
  ['de', 1234.5, 'EUR', '1.234,50 €'],
  ['de', 1234.5, 'USD', '$1.234,50'],
  ['de', 85, 'CHF', '85,00 CHF'],
  ['en', 85, 'CAD', '85.00 CAD'],
  ['en', 85, 'SEK', '85.00 kr'],
  ['en', 0.1234, 'EUR', '0.1234 €'],
  ['en', -85, 'USD', '−$85.00'],
];

describe('an amount', () => {
  for (const [locale, amount, currency, shown] of cases) {
    it(`${amount} ${currency} in ${locale}`, () =>
      expect(formatMoney(locale, amount, currency).replace('\u00a0', ' ')).toBe(shown));
  }
});

it('is in euro unless somebody says otherwise', () => expect(formatMoney('en', 1)).toContain('€'));
