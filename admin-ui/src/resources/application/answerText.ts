import { formatMoney } from '../../ui/money';
import { formatDate, formatNumber, formatPeriod } from '../../format/format';

/** What the words of an answer need. */
interface Tools {
  t: (key: string) => string;
  locale: string;
}

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer in words: yes or no, an amount, a period, several choices, or as it was typed. Nothing is an empty text. */
export const answerText = (value: unknown, tools: Tools): string => {
  const { t, locale } = tools;
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return t(value ? 'ra.boolean.true' : 'ra.boolean.false');
  if (typeof value === 'number') return formatNumber(locale, value);
  if (typeof value === 'string') return isoDay.test(value) ? formatDate(locale, value) : value;
  if (Array.isArray(value)) return value.map(one => answerText(one, tools)).join(', ');
  return isObject(value) ? objectText(value, tools) : String(value);
};

const objectText = (value: Record<string, unknown>, { t, locale }: Tools) => {
  const { amount, currency, unit, from, to } = value;
  if (typeof amount === 'number' && typeof currency === 'string') {
    const money = formatMoney(locale, amount, currency);
    return typeof unit === 'string' && unit ? `${money} ${t(`panel.application.per.${unit}`)}` : money;
  }
  if (typeof from === 'string')
    return typeof to === 'string' ? formatPeriod(locale, from, to) : formatDate(locale, from);
  return JSON.stringify(value, null, 2);
};
