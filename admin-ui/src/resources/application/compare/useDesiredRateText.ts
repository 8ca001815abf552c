import { useLocale, useTranslate } from 'ra-core';
import type { Application } from '../../../generated/resources';
import { formatMoney } from '../../../ui/money';
import { unitSuffix } from '../unitSuffix';
import type { Profile } from './useCandidates';

/** Says what somebody asks for whose application has no rate yet, in the currency of the person. */
export const useDesiredRateText = () => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  return ({ rateUnit }: Application, { hourRate, dayRate, currency }: Profile = {}) => {
    const isByDay = typeof dayRate === 'number' && (rateUnit === 'Day' || typeof hourRate !== 'number');
    const amount = isByDay ? dayRate : hourRate;
    if (typeof amount !== 'number') return undefined;
    const rate = `${formatMoney(locale, amount, currency ?? undefined)} ${t(unitSuffix(isByDay ? 'Day' : 'Hr'))}`;
    return t('panel.compare.asks', { rate });
  };
};
