import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { Note } from '../../ui/Note';
import { TextInput } from '../../ui/TextInput';
import { useHandRates, useOutside } from './useHandRates';

/** What a new application gets by the formulas, and what is decided once it is there. */
export const LaterInput = (props: InputProps) => (useFormState().isNew ? null : <FieldInput {...props} />);

/** A rate that the formulas give, unless somebody sets it: then it says so, and whether the project allows it. */
export const RateInput = (props: InputProps) => {
  const t = useTranslate();
  const { isNew } = useFormState();
  const isByHand = useHandRates().includes(props.field.name);
  const outside = useOutside(props.field.name);
  if (isNew) return null;
  return (
    <div>
      <FieldInput {...props} hint={isByHand ? t('panel.application.handHint') : undefined} />
      {outside && (
        <Note tone="warn" icon="alert" isNews>
          {outside}
        </Note>
      )}
    </div>
  );
};

/** Why a rate was set by hand, or may lie outside of the project's limits; asked for as soon as one does either. */
export const OverrideReasonInput = (props: InputProps) => {
  const t = useTranslate();
  const { values, isNew } = useFormState();
  const isByHand = useHandRates().length > 0;
  const isMarked = values['rateOverride'] === true;
  const isOutside = useOutside('billRate') !== undefined;
  if (isNew || !(isMarked || isByHand)) return null;
  // The service stores a rate set by hand without a reason; nothing outside of the limits is sent without one.
  const isNeeded = isOutside || !isByHand;
  return (
    <FieldInput {...props} isNeeded={isNeeded} hint={isOutside ? t('panel.application.reasonToSend') : undefined} />
  );
};

/** The money of the rates: that of the project, since nothing is converted. */
export const CurrencyInput = (props: InputProps) => {
  const t = useTranslate();
  const { values } = useFormState();
  const currency = values['currency'];
  return (
    <FieldInput {...props} locked={t('panel.application.projectCurrency')}>
      <TextInput value={typeof currency === 'string' ? currency : ''} onChange={() => undefined} />
    </FieldInput>
  );
};
