import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';

/** The title; that of a project from a VMS belongs to the VMS. */
export const TitleInput = (props: InputProps) => {
  const t = useTranslate();
  const { base } = useFormState();
  return <FieldInput {...props} isWide locked={base['source'] === 'VMS' ? t('project.form.fromVms') : undefined} />;
};
