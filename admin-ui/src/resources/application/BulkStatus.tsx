import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { PossibleStatus } from '../../generated/answers';
import { statusAction, useMeta, useResourceMeta } from '../../meta';
import type { BulkInputProps } from '../../engine/override';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { request } from '../../providers/http';

/** Codes that only rules and jobs set. The service refuses them; here they are not offered. */
const ofMachines = /^(KNOCKOUT_QUESTION|PROJECT_|USER_|ERASURE|UNCONFIRMED_|VMS_|MAPPING)/;

/** The states in which somebody is told of a refusal. */
const refusals = new Set<unknown>(['rm', 'rv']);

/** What many applications are asked for when their status changes: the state, the reason, and whether the freelancers are told. */
export const BulkStatus = ({ ids, wantsReason }: BulkInputProps) => {
  const t = useTranslate();
  const input = statusAction(useResourceMeta())?.input ?? [];
  const { values, errors, set } = useFormState();
  const { codes, isNeeded } = useReasons(ids?.[0], values['status']);
  // The first stands for all until the service has tried them; what one of them needs is needed.
  const isRequired = isNeeded || wantsReason;
  const fieldOf = (name: string) => input.find(field => field.name === name);
  const [status, comment] = [fieldOf('status'), fieldOf('comment')];
  const reason = values['reason'];
  return (
    <>
      {status && <FieldInput source="status" field={status} />}
      <Field label={t('panel.transition.reason')} error={errors['reason']} isRequired={isRequired}>
        <Select
          value={typeof reason === 'string' ? reason : ''}
          choices={codes.map(code => ({ value: code, label: t(`application.reason.${code}`) }))}
          empty={t(isRequired ? 'panel.transition.chooseReason' : 'panel.pick.none')}
          onChange={code => set('reason', code || null)}
        />
      </Field>
      {comment && <FieldInput source="comment" field={comment} />}
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

/** The reasons offered for a move, as the service names them for the first of the applications; else all for people. */
const useReasons = (id: string | number | undefined, status: unknown) => {
  const all = statusAction(useResourceMeta())?.input?.find(({ name }) => name === 'reason');
  const { enums } = useMeta();
  const { data } = useQuery({
    queryKey: ['possibleStatuses', 'application', String(id), 'bulk'],
    queryFn: async ({ signal }) => {
      const path = `/api/projectApplication/possibleStatuses/${id}`;
      return (await request<{ results: PossibleStatus[] }>('GET', path, { signal })).data.results;
    },
    enabled: id !== undefined,
    retry: false,
  });
  const move = data?.find(({ value }) => value === status);
  const codes = move?.reasonCodes ?? (enums?.[all?.enum ?? ''] ?? []).filter(code => !ofMachines.test(code));
  return { codes, isNeeded: move?.reason === 'required' };
};
