import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { PoolCandidate } from '../../generated/answers';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { Field } from '../../ui/Field';
import { findCandidates } from './candidates';

interface Props {
  poolId: number;
  onAdded: () => void;
}

/** Takes somebody into a pool; whoever has not agreed to that is invited. */
export const AddMember = ({ poolId, onAdded }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const [found, setFound] = useState<PoolCandidate[]>([]);
  const [chosen, setChosen] = useState<PoolCandidate>();
  const add = useMutation({
    mutationFn: ({ id, consents }: PoolCandidate) =>
      request('POST', `/api/pool/${poolId}/member`, {
        body: { freelancerId: id, status: consents ? 'ACTIVE' : 'INVITED' },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    onSuccess: () => {
      notify('panel.pool.members.added', { type: 'success' });
      setChosen(undefined);
      onAdded();
    },
  });
  const search = async (text: string, signal: AbortSignal) => {
    const list = await findCandidates(poolId, text, signal);
    setFound(list);
    const note = (one: PoolCandidate) => {
      if (one.isMember) return t('panel.pool.members.isMember');
      return one.consents ? one.handle : t('panel.pool.members.noConsent');
    };
    return list.map(one => ({ value: String(one.id), label: one.name, sub: note(one) }));
  };
  return (
    <div className="form-s">
      <Field label={t('panel.pool.members.add')}>
        <Combobox
          name={`pool.candidate.${poolId}`}
          search={search}
          value={chosen ? { value: String(chosen.id), label: chosen.name } : null}
          placeholder={t('panel.pool.members.search')}
          canClear
          onChange={option => setChosen(found.find(({ id }) => String(id) === option?.value))}
        />
      </Field>
      {add.error && <Refusal error={add.error} onRetry={retryOf(add)} />}
      {chosen && (
        <Button
          icon="plus"
          look="primary"
          isBusy={add.isPending}
          refusal={chosen.isMember ? t('panel.pool.members.isMember') : undefined}
          onClick={() => add.mutate(chosen)}
        >
          {t(chosen.consents ? 'panel.pool.members.addOne' : 'panel.pool.members.invite', { name: chosen.name })}
        </Button>
      )}
    </div>
  );
};
