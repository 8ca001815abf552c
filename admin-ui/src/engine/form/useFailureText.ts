import { useCallback } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { HttpError, sayings, type Bounds } from '../../providers/httpError';
import { formatDate, formatNumber } from '../../format/format';
import type { Blocker, Reasons } from '../../generated/answers';

const isoDay = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;

/** Says what is wrong, with its bounds in the reader's notation: "Must be 12 Jan 2027 or later." */
export const useFailureText = () => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  return useCallback(
    (key: string, params: Record<string, unknown> = {}) => {
      const shown = Object.entries(params).map(([name, value]) => [name, show(locale, value)]);
      return t(key, {
        smart_count: params['max'] ?? params['min'] ?? params['count'],
        ...Object.fromEntries(shown),
        ...(typeof params['smart_count'] === 'number' && { smart_count: params['smart_count'] }),
      });
    },
    [t, locale],
  );
};

/** Says what the service refused, or that something went wrong: a sentence for each of its messages. */
export const useErrorTexts = () => {
  const say = useFailureText();
  return useCallback(
    (error: unknown) =>
      error instanceof HttpError ? error.sayings.map(({ key, params }) => say(key, params)) : [say('error.generic')],
    [say],
  );
};

/** Reasons as any answer names them. */
type NamedReasons = Pick<Reasons, 'messages' | 'blockedBy'> & { params?: Reasons['params'] | null };

/** Says why: every condition that does not hold, otherwise a sentence for each message, with its bounds. */
export const useReasonTexts = () => {
  const say = useFailureText();
  return useCallback(
    ({ messages, params, blockedBy }: NamedReasons) =>
      blockersOf(blockedBy).length > 0
        ? blockersOf(blockedBy).map(each => say(each.key, each.params))
        : // What a message mentions is an object, as in every error body.
          sayings(messages ?? [], (params ?? {}) as Bounds).map(each => say(each.key, each.params)),
    [say],
  );
};

const isBlocker = (value: unknown): value is Blocker => typeof value === 'object' && value !== null && 'key' in value;

/** The conditions that do not hold, as details of a refusal name them. */
export const blockersOf = (blockedBy: unknown): Blocker[] =>
  Array.isArray(blockedBy) ? blockedBy.filter(isBlocker) : [];

const show = (locale: string, value: unknown) => {
  if (typeof value === 'number') return formatNumber(locale, value);
  if (typeof value === 'string' && isoDay.test(value)) return formatDate(locale, value);
  return Array.isArray(value) ? value.join(', ') : value;
};
