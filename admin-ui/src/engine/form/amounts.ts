import type { FieldMeta } from '../../meta';
import { isSame, type Values } from './changes';

/** The fields that are one value as soon as the currency differs: the currency first, then every amount in it. */
export const amountGroups = (fields: readonly FieldMeta[]): string[][] => {
  const currencies = new Set(fields.flatMap(({ currencyField }) => currencyField ?? []));
  return [...currencies].map(currency => [
    currency,
    ...fields.filter(({ currencyField }) => currencyField === currency).map(({ name }) => name),
  ]);
};

/** The fields that come with a field from another version of a record: all amounts with their currency, where that differs. */
export const goingWith = (fields: readonly FieldMeta[], name: string, from: Values, to: Values): string[] => {
  const group = amountGroups(fields).find(names => names.includes(name));
  const [currency] = group ?? [];
  if (!group || !currency || !(currency in from) || isSame(from[currency], to[currency])) return [name];
  return group.filter(one => one in from);
};

/**
 * What to send of what changed: with another currency every amount in it that the form shows, so that no number changes its
 * meaning unsaid.
 */
export const withAmounts = (fields: readonly FieldMeta[], changed: readonly string[], values: Values): string[] => {
  const amounts = amountGroups(fields).flatMap(([currency = '', ...names]) =>
    changed.includes(currency) ? names.filter(name => name in values) : [],
  );
  return [...new Set([...changed, ...amounts])];
};
