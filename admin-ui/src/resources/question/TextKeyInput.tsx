import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import { useTranslate } from 'ra-core';
import { useResourceMeta } from '../../meta';
import type { InputProps } from '../../engine/overrideProps';
import { LocalTexts } from './LocalTexts';

/** The key of a text, and the text itself in every language of the client. */
export const TextKeyInput = (props: InputProps) => {
  const t = useTranslate();
  const { name: resource } = useResourceMeta();
  const { values, errors } = useFormState();
  const key = String(values[props.source] ?? '');
  const clientId = typeof values['clientId'] === 'number' ? values['clientId'] : undefined;
  return (
    <div className="w2 q-key">
      <FieldInput {...props} isWide />
      {!errors[props.source] && (
        <LocalTexts clientId={clientId} messageKey={key} label={t(`resources.${resource}.fields.${props.source}`)} />
      )}
    </div>
  );
};
