import { useLocale, useTranslate } from 'ra-core';
import type { Application } from '../../generated/resources';
import { formatMoney } from '../../ui/money';

const isNumber = (value: unknown) => typeof value === 'number';

/** Gives the function that says which rates a project allows; nothing where it has no limits, or they may not be seen. */
export const useLimits = ({ currency }: Pick<Application, 'currency'>) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  return ({ min, max }: { min?: unknown; max?: unknown }) => {
    const kind = isNumber(min) && isNumber(max) ? 'both' : isNumber(min) ? 'min' : 'max';
    if (!isNumber(min) && !isNumber(max)) return '';
    const written = (amount: unknown) => formatMoney(locale, Number(amount), currency ?? undefined);
    return t(`panel.application.limits.${kind}`, { min: written(min), max: written(max) });
  };
};
