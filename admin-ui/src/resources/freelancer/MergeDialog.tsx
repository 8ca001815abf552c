import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Refusal, type Blocker } from '../../engine/list/dialogs/Refusal';
import type { DialogProps } from '../../engine/override';
import { useListChanged } from '../../engine/useRecordSaved';
import type { Freelancer } from '../../generated/resources';
import { Button } from '../../pieces/Button';
import { Empty } from '../../pieces/Empty';
import { Field } from '../../pieces/Field';
import { Modal } from '../../pieces/Modal';
import { Note } from '../../pieces/Note';
import { Select } from '../../pieces/Select';
import { request } from '../../providers/http';
import { MergeFields } from './MergeFields';
import { Parts, type Part } from './Parts';
import type { Person } from './person';
import './freelancer.css';

/** One field that differs, and whose value stays. */
export interface Chosen {
  name: string;
  from: 'this' | 'other';
}

interface Plan {
  ends: Person;
  fields: Chosen[];
  moves: Part[];
  blockedBy: Blocker[];
}

/** Makes two records of one person one: the fields side by side, and what moves. */
export const MergeDialog = ({ record, onClose, onDone }: DialogProps<Freelancer>) => {
  const t = useTranslate();
  const notify = useNotify();
  const askAgain = useListChanged();
  const [picked, setPicked] = useState<string>();
  const [fields, setFields] = useState<Record<string, Chosen['from']>>({});
  const load = async (id: number | string) => (await request<Freelancer>('GET', `/api/freelancer/${id}`)).data;
  const here = useQuery({ queryKey: ['freelancer', record.id, 'merge'], queryFn: () => load(record.id), gcTime: 0 });
  const twins = here.data?.duplicates ?? [];
  const other = picked ?? (twins[0] ? String(twins[0].freelancerId) : '');
  const there = useQuery({
    queryKey: ['freelancer', other, 'merge'],
    queryFn: () => load(other),
    enabled: other !== '',
    gcTime: 0,
  });
  const merge = async <T,>(dryRun: boolean) =>
    (
      await request<T>('POST', `/api/freelancer/${record.id}/merge`, {
        body: { otherId: Number(other), fields, dryRun },
        headers: { 'if-match': `"${here.data?.version ?? record.version}"` },
      })
    ).data;
  const plan = useQuery({
    queryKey: ['freelancer', record.id, 'mergePlan', other, fields],
    queryFn: () => merge<Plan>(true),
    enabled: other !== '' && here.isSuccess,
    placeholderData: before => before,
    gcTime: 0,
    retry: false,
  });
  const run = useMutation({
    mutationFn: () => merge<Freelancer>(false),
    onSuccess: saved => {
      notify('freelancer.merged', { type: 'success' });
      askAgain();
      onDone(saved);
    },
  });
  const error = run.error ?? plan.error ?? here.error ?? there.error;
  const isBlocked = !plan.data || plan.data.blockedBy.length > 0;
  return (
    <Modal
      title={t('resources.freelancer.actions.merge.title')}
      sub={`${record.name} ${record.handle}`}
      size="wide"
      note={t('freelancer.merge.note')}
      isBusy={run.isPending}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isBusy={run.isPending}
          refusal={isBlocked ? t('panel.transition.notNow') : undefined}
          onClick={() => run.mutate()}
        >
          {t('resources.freelancer.actions.merge.submit')}
        </Button>
      }
    >
      {error && <Refusal error={error} />}
      {here.isSuccess && twins.length === 0 && (
        <Empty icon="users" title={t('freelancer.merge.none')}>
          {t('freelancer.merge.noneText')}
        </Empty>
      )}
      {twins.length > 1 && (
        <Field label={t('resources.freelancer.actions.merge.fields.otherId')}>
          <Select
            value={other}
            choices={twins.map(twin => ({ value: String(twin.freelancerId), label: String(twin.freelancerId) }))}
            onChange={setPicked}
          />
        </Field>
      )}
      {plan.data?.blockedBy.map(({ key, params }) => (
        <Note key={key} tone="bad">
          {t(key, params)}
        </Note>
      ))}
      {plan.data && here.data && there.data && (
        <>
          <MergeFields
            here={here.data}
            there={there.data}
            fields={plan.data.fields.map(field => ({ ...field, from: fields[field.name] ?? field.from }))}
            onChange={(name, from) => setFields(old => ({ ...old, [name]: from }))}
          />
          <Parts title={t('freelancer.merge.moves')} parts={plan.data.moves} />
        </>
      )}
    </Modal>
  );
};
