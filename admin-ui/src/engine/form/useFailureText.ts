import { useCallback } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { formatDate, formatNumber } from '../format';

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

const show = (locale: string, value: unknown) => {
  if (typeof value === 'number') return formatNumber(locale, value);
  if (typeof value === 'string' && isoDay.test(value)) return formatDate(locale, value);
  return Array.isArray(value) ? value.join(', ') : value;
};
