import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import { useTranslate } from 'ra-core';
import type { InputProps } from '../../engine/override';
import { LocalTexts } from './LocalTexts';

/** The key of a text, and the text itself in every language of the client. */
export const TextKeyInput = (props: InputProps) => {
  const t = useTranslate();
  const { values, errors } = useFormState();
  const key = String(values[props.source] ?? '');
  const clientId = typeof values['clientId'] === 'number' ? values['clientId'] : undefined;
  return (
    <div className="w2 q-key">
      <FieldInput {...props} isWide />
      {!errors[props.source] && (
        <LocalTexts clientId={clientId} messageKey={key} label={t(`resources.question.fields.${props.source}`)} />
      )}
    </div>
  );
};
