import { numberFormat } from '../format/format';

const fractions = 4;

const markOf = (locale: string, type: 'decimal' | 'group') =>
  numberFormat(locale, { useGrouping: true })
    .formatToParts(-12345678.9)
    .find(part => part.type === type)?.value ?? (type === 'decimal' ? '.' : ',');

/** A number as one types it in the locale: grouped from five digits on, at most four decimals. */
export const writeNumber = (locale: string, value: number) =>
  numberFormat(locale, { maximumFractionDigits: fractions, useGrouping: 'min2' }).format(value);

const spaces = /[\s\u00a0\u202f]/g;
const escaped = (mark: string) => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Reads a number in the locale's notation; undefined when it is none. Groups must be groups of three. */
export const readNumber = (locale: string, text: string): number | undefined => {
  const decimal = escaped(markOf(locale, 'decimal'));
  const group = escaped(markOf(locale, 'group'));
  const normalized = text.trim().replace('−', '-').replace(spaces, ' ');
  const sep = group.trim() === '' ? ' ' : `(?:${group}| )`;
  const shape = new RegExp(`^([+-]?)(\\d+|\\d{1,3}(?:${sep}\\d{3})+)(?:${decimal}(\\d+))?$`);
  const found = shape.exec(normalized);
  if (!found) return undefined;
  const [, sign, integer = '', fraction = ''] = found;
  return Number(`${sign === '-' ? '-' : ''}${integer.replace(/\D/g, '')}.${fraction || '0'}`);
};
