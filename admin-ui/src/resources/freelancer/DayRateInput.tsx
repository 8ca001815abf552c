import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';

/** The day rate, and whether the stored one fits the hour rate: the service compares them again when they are saved. */
export const DayRateInput = (props: InputProps) => {
  const t = useTranslate();
  const { base, changed } = useFormState();
  const isStored = !changed.has('hourRate') && !changed.has('dayRate');
  const hint = isStored && base['ratesDiffer'] === true ? t('freelancer.ratesDiffer') : undefined;
  return <FieldInput {...props} hint={hint} />;
};
