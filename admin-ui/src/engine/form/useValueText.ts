import { useCallback } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { formatAmount, formatMoney } from '../../ui/money';
import { shownEmail } from '../../format/email';
import { formatDate, formatInstant, formatNumber, nameOf } from '../../format/format';
import { enumText, useMeta, type FieldMeta, type Kind } from '../../meta';
import type { Values } from './changes';

interface Tools {
  t: (key: string) => string;
  locale: string;
  words: (field: FieldMeta, value: string) => string;
  around: Values;
}

type Write = (value: unknown, field: FieldMeta, tools: Tools) => string;

const asText: Write = value => String(value);
const number: Write = (value, _, { locale }) =>
  typeof value === 'number' ? formatNumber(locale, value) : String(value);
const asJson: Write = value => JSON.stringify(value, null, 2);

const reference: Write = (value, field, { around }) => {
  const name = around[field.name.replace(/Id$/, 'Name')];
  return typeof name === 'string' && name !== '' ? name : String(value);
};

/** An amount in the currency beside it; without one where it is not known, never in another. */
const money: Write = (value, { currencyField = 'currency' }, { locale, around }) => {
  const currency = around[currencyField];
  return typeof currency === 'string' && currency !== ''
    ? formatMoney(locale, Number(value), currency)
    : formatAmount(locale, Number(value));
};

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** What its parts hold; a word that stands for the whole is written as it is. */
const parts: Write = (value, { fields }, tools) => {
  if (!isValues(value)) return String(value);
  if (!fields) return JSON.stringify(value, null, 2);
  return fields
    .map(part => textOf(part, value[part.name], { ...tools, around: value }))
    .filter(Boolean)
    .join(', ');
};

const textOf = (field: FieldMeta, value: unknown, tools: Tools): string => {
  if (value === null || value === undefined || value === '') return '';
  const write = (one: unknown) => writers[field.kind](one, field, tools);
  return Array.isArray(value) ? value.map(write).join(field.fields ? '; ' : ', ') : write(value);
};

const writers: Record<Kind, Write> = {
  id: asText,
  text: asText,
  longtext: asText,
  html: asText,
  int: number,
  decimal: number,
  money,
  percent: (value, field, tools) => `${number(value, field, tools)} %`,
  bool: (value, _, { t }) => t(value ? 'ra.boolean.true' : 'ra.boolean.false'),
  date: (value, _, { locale }) => formatDate(locale, String(value)),
  instant: (value, _, { locale }) => formatInstant(locale, String(value)),
  enum: (value, field, { words }) => words(field, String(value)),
  ref: reference,
  object: parts,
  json: asJson,
  messageKey: asText,
  email: value => shownEmail(String(value)),
  phone: asText,
  url: asText,
  country: (value, _, { locale }) => nameOf(locale, 'region', String(value)),
  currency: asText,
  locale: (value, _, { locale }) => nameOf(locale, 'language', String(value)),
  code: asText,
  file: asText,
  image: asText,
  staff: reference,
};

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string');
const asLine = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Writes a value of a field as text, for differences. Nothing is an empty text. */
export const useValueText = () => {
  const t = useTranslate();
  const meta = useMeta();
  const [locale] = useLocaleState();
  return useCallback(
    (field: FieldMeta | undefined, value: unknown, around: Values = {}): string => {
      if (value === null || value === undefined || value === '') return '';
      const words = (of: FieldMeta, one: string) => (of.enum ? t(enumText(meta, of.enum, one)) : one);
      if (!field) return isTexts(value) ? value.join(', ') : asLine(value);
      return textOf(field, value, { t, locale, words, around });
    },
    [t, meta, locale],
  );
};
