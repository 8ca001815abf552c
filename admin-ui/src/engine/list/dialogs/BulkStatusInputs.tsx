import { useEffect } from 'react';
import { useTranslate } from 'ra-core';
import { FieldInput } from '../../form/FieldInput';
import { useFormState } from '../../form/FormContext';
import { useStatusBase } from '../../form/possibleStatuses';
import { isRestoreInput } from '../../form/statusAnswers';
import { useOverride } from '../../override';
import type { BulkInputProps } from '../../overrideProps';
import { statusAction, statusInput, useResourceMeta } from '../../../meta';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Select';

/** What only the dialog of one record asks: what its last move withdrew, and a yes to what is unusual. */
const isOfOneRecord = (name: string) => isRestoreInput(name) || name === 'confirm';

/** What many records are asked for when their status changes: the state, a reason out of those offered, and the rest. */
export const BulkStatusInputs = ({ wantsReason }: BulkInputProps) => {
  const meta = useResourceMeta();
  const action = statusAction(meta);
  const { declinable = {} } = useOverride(meta.name);
  const { values } = useFormState();
  const wanted = action && statusInput(meta, action);
  const codes = action?.reasons?.[String(values[wanted?.name ?? ''])] ?? [];
  return (action?.input ?? [])
    .filter(({ name }) => !isOfOneRecord(name) && !(name in declinable))
    .map(field =>
      field.name === 'reason' ? (
        <ReasonInput key={field.name} codes={codes} isRequired={wantsReason} />
      ) : (
        <FieldInput key={field.name} source={field.name} field={field} />
      ),
    );
};

/** The reasons that are offered for the state that was chosen. */
const ReasonInput = ({ codes, isRequired }: { codes: readonly string[]; isRequired: boolean }) => {
  const t = useTranslate();
  const base = useStatusBase(useResourceMeta());
  const { values, errors, set } = useFormState();
  const reason = values['reason'];
  const isOffered = typeof reason === 'string' && codes.includes(reason);
  useEffect(() => {
    if (reason && !isOffered) set('reason', null); // it was one of another state
  }, [reason, isOffered, set]);
  return (
    <Field label={t('panel.transition.reason')} error={errors['reason']} isRequired={isRequired}>
      <Select
        value={isOffered ? reason : ''}
        choices={codes.map(code => ({ value: code, label: t(`${base}.reason.${code}`) }))}
        empty={t(isRequired ? 'panel.transition.chooseReason' : 'panel.pick.none')}
        onChange={code => set('reason', code || null)}
      />
    </Field>
  );
};
