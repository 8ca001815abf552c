import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/override';
import { TextInput } from '../../pieces/TextInput';

/** What a new application gets by the formulas, and what is decided once it is there. */
export const LaterInput = (props: InputProps) => (useFormState().isNew ? null : <FieldInput {...props} />);

/** Why the rate may lie outside of the project's limits; asked for once it shall. */
export const OverrideReasonInput = (props: InputProps) => {
  const { values, isNew } = useFormState();
  return !isNew && values['rateOverride'] === true ? <FieldInput {...props} /> : null;
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
