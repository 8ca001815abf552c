import { useLocaleState, useTranslate } from 'ra-core';
import { LazyDay } from '../../engine/form/DateInputs';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { formatDate } from '../../format/format';
import type { Project } from '../../generated/resources';

/** Until when a project lasts, beside until when it lasts now and the first day that can be chosen. */
export const NewEndInput = (props: InputProps) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { base, values, set, labelOf } = useFormState();
  const { source, field } = props;
  const { assignmentPeriodEnd: end, earliestEnd } = base as Partial<Project>; // the record that the action is about
  const earliest = formatDate(locale, earliestEnd ?? '');
  const hint = end
    ? t('project.extend.hint', { end: formatDate(locale, end), earliest })
    : t('project.extend.openHint', { earliest });
  return (
    <FieldInput {...props} hint={hint}>
      <LazyDay
        field={field}
        source={source}
        label={t(labelOf(field.name))}
        value={values[field.name]}
        onChange={value => set(field.name, value)}
        min={earliestEnd ?? undefined}
      />
    </FieldInput>
  );
};
