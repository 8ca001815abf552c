import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { BulkStatusInputs } from '../../engine/list/dialogs/BulkStatusInputs';
import type { BulkInputProps } from '../../engine/overrideProps';
import { Checkbox } from '../../ui/Checkbox';

/** The states in which somebody is told of a refusal. */
const refusals = new Set<unknown>(['rm', 'rv']);

/** What many applications are asked for when their status changes, and whether the freelancers get a mail. */
export const BulkStatus = (props: BulkInputProps) => {
  const t = useTranslate();
  const { values, set } = useFormState();
  return (
    <>
      <BulkStatusInputs {...props} />
      {refusals.has(values['status']) && (
        <Checkbox
          label={t('application.askMany.notifyTalent')}
          hint={t('application.askHint.notifyTalent')}
          isOn={values['notifyTalent'] !== false}
          onChange={isOn => set('notifyTalent', isOn)}
        />
      )}
    </>
  );
};
