import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { ImageUploader } from '../../ui/ImageUploader';
import type { Aspect } from '../../ui/CropDialog';

const square: readonly Aspect[] = ['square'];

/** The photo of a person, cut to a square and tied to the person, with whom it is erased. */
export const PhotoInput = (props: InputProps) => {
  const t = useTranslate();
  const { values, base, set, labelOf } = useFormState();
  const { name } = props.field;
  const { id } = base;
  return (
    <FieldInput {...props}>
      <ImageUploader
        aspects={square}
        label={t(labelOf(name))}
        about={typeof id === 'number' ? id : undefined}
        value={String(values[name] ?? '')}
        onChange={next => set(name, next)}
      />
    </FieldInput>
  );
};
