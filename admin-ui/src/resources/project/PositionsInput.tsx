import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';

/** How many people are wanted, and how many have been found. */
export const PositionsInput = (props: InputProps) => {
  const t = useTranslate();
  const { base, isNew } = useFormState();
  return (
    <FieldInput
      {...props}
      hint={isNew ? undefined : t('project.form.filled', { smart_count: Number(base['positionsFilled'] ?? 0) })}
    />
  );
};
