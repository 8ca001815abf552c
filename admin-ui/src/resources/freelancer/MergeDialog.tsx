import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { DialogProps } from '../../engine/override';
import { useListChanged } from '../../engine/useRecordSaved';
import type { Freelancer } from '../../generated/resources';
import { Button } from '../../pieces/Button';
import { Empty } from '../../pieces/Empty';
import { Field } from '../../pieces/Field';
import { Modal } from '../../pieces/Modal';
import { Select } from '../../pieces/Select';
import { request } from '../../providers/http';
import { MergeBody } from './MergeBody';
import type { Person } from './person';
import { useMerge } from './useMerge';
import './freelancer.css';

/** Makes two records of one person one: the fields side by side, and what moves. */
export const MergeDialog = ({ record, onClose, onDone }: DialogProps<Freelancer>) => {
  const t = useTranslate();
  const notify = useNotify();
  const askAgain = useListChanged();
  const [picked, setPicked] = useState<string>();
  const twins = useTwins(record.id);
  const other = picked ?? twins.data?.[0]?.id;
  const merge = useMerge(record.id, other === undefined ? undefined : Number(other), saved => {
    notify('freelancer.merged', { type: 'success' });
    askAgain();
    onDone(saved);
  });
  const isAlone = twins.data?.length === 0;
  return (
    <Modal
      title={t('resources.freelancer.actions.merge.title')}
      sub={`${record.name} ${record.handle}`}
      size="wide"
      note={t('freelancer.merge.note')}
      isBusy={merge.run.isPending}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isBusy={merge.run.isPending}
          refusal={merge.isBlocked ? t('panel.transition.notNow') : undefined}
          onClick={() => merge.run.mutate()}
        >
          {t('resources.freelancer.actions.merge.submit')}
        </Button>
      }
    >
      {isAlone && (
        <Empty icon="users" title={t('freelancer.merge.none')}>
          {t('freelancer.merge.noneText')}
        </Empty>
      )}
      {twins.data && twins.data.length > 1 && (
        <Field label={t('resources.freelancer.actions.merge.fields.otherId')}>
          <Select
            value={String(other)}
            choices={twins.data.map(({ id, name, handle }) => ({ value: String(id), label: `${name} ${handle}` }))}
            onChange={setPicked}
          />
        </Field>
      )}
      {!isAlone && <MergeBody merge={merge} />}
    </Modal>
  );
};

/** Who else somebody may be. */
const useTwins = (id: number) =>
  useQuery({
    queryKey: ['freelancer', id, 'twins'],
    queryFn: async () => {
      const { duplicates } = (await request<Freelancer>('GET', `/api/freelancer/${id}`)).data;
      const ids = (duplicates ?? []).map(twin => twin.freelancerId).join(',');
      if (ids === '') return [];
      return (await request<{ results: Person[] }>('GET', `/api/freelancer?id=${ids}&state=AC,DE,UV`)).data.results;
    },
    gcTime: 0,
  });
