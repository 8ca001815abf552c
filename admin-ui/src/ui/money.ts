import { numberFormat } from '../format/format';

/** A currency as people write it. */
interface Currency {
  symbol: string;
  /** Whether the symbol stands before the amount. */
  isBefore?: boolean;
}

/** The currencies of the product; the first is the default. */
export const currencies = {
  EUR: { symbol: '€' },
  USD: { symbol: '$', isBefore: true },
  CHF: { symbol: 'CHF' },
  GBP: { symbol: '£', isBefore: true },
  CNY: { symbol: '¥', isBefore: true },
  CAD: { symbol: 'CAD' },
  INR: { symbol: '₹', isBefore: true },
  HKD: { symbol: 'HK$', isBefore: true },
  SGD: { symbol: 'S$', isBefore: true },
  SEK: { symbol: 'kr' },
} as const satisfies Record<string, Currency>;

const known: Record<string, Currency> = currencies;

/** What a new amount is in when nobody says otherwise. */
export const defaultCurrency = 'EUR';

/** How a currency is written; its code when it is none of ours. */
export const symbolOf = (currency: string) => known[currency]?.symbol ?? currency;

const decimals = 2;
const decimalsAtMost = 4; // amounts are exact to four; a third and fourth are shown when they are there

/** An amount without its currency; with its sign where it tells of a difference. */
export const formatAmount = (locale: string, amount: number, signDisplay: 'auto' | 'exceptZero' = 'auto') =>
  numberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimalsAtMost,
    signDisplay,
  }).format(amount);

/** An amount by the reader's locale: "€" and kr, CHF, CAD behind it, the others before it. */
export const formatMoney = (locale: string, amount: number, currency: string = defaultCurrency) => {
  const figures = formatAmount(locale, Math.abs(amount));
  const sign = amount < 0 ? '−' : '';
  const symbol = symbolOf(currency);
  return known[currency]?.isBefore ? `${sign}${symbol}${figures}` : `${sign}${figures}\u00a0${symbol}`;
};
