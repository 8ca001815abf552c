import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { breakdownOf } from './breakdown';
import { useLimits } from './useLimits';
import { amountOf, useProjectLimits } from './useProjectLimits';

const computed = ['payRate', 'billRate'] as const;
/** The rates of the form that would be somebody's own once it is saved: those set now, and those of before. */
export const useHandRates = (): readonly string[] => {
  const { base, values } = useFormState();
  const isReverted = base['rateOverride'] === true && values['rateOverride'] === false;
  const stored = isReverted ? [] : (breakdownOf(base['rateBreakdown'])?.byHand ?? []);
  return computed.filter(name => {
    const amount = amountOf(values[name]);
    return amount !== undefined && (stored.includes(name) || amount !== amountOf(base[name]));
  });
};

/** Says that a rate of the form lies outside of what its project allows; undefined where it does not, or nobody here may know. */
export const useOutside = (name: string) => {
  const t = useTranslate();
  const { values } = useFormState();
  const isRequested = name === 'billRate';
  const allowed = useProjectLimits(values, isRequested);
  const limits = useLimits({ currency: allowed?.currency ?? null });
  const amount = amountOf(values[name]);
  if (!allowed || amount === undefined || !isRequested) return undefined;
  const { min, max } = allowed;
  if ((min === undefined || amount >= min) && (max === undefined || amount <= max)) return undefined;
  return `${t('detail.RATE_OUT_OF_RANGE')} ${limits({ min, max })}`;
};
