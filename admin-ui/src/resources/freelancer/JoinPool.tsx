import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { Freelancer } from '../../generated/resources';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { Field } from '../../ui/Field';
import type { Option } from '../../ui/option';
import { searchPools } from '../../ui/PoolsSelect';
import { allowsPools } from './consentText';

interface Props {
  record: Freelancer;
  onJoined: () => void;
}

const search = searchPools(undefined);

/** Takes somebody into one more pool; whoever has not agreed to that is invited. */
export const JoinPool = ({ record, onJoined }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const [pool, setPool] = useState<Option | null>(null);
  const consents = allowsPools(record);
  const join = useMutation({
    mutationFn: ({ value }: Option) =>
      request('POST', `/api/pool/${value}/member`, {
        body: { freelancerId: record.id, status: consents ? 'ACTIVE' : 'INVITED' },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    onSuccess: () => {
      notify('panel.pool.members.added', { type: 'success' });
      setPool(null);
      onJoined();
    },
  });
  return (
    <div className="form-s">
      <Field
        label={t('freelancer.pools.add')}
        hint={consents ? undefined : t('panel.pool.members.noConsent')}
        isOptional
      >
        <Combobox
          name="pool.0"
          search={search}
          value={pool}
          placeholder={t('panel.pick.pools')}
          canClear
          onChange={setPool}
        />
      </Field>
      {join.error && <Refusal error={join.error} onRetry={retryOf(join)} />}
      {pool && (
        <Button icon="plus" look="primary" isBusy={join.isPending} onClick={() => join.mutate(pool)}>
          {t(consents ? 'freelancer.pools.join' : 'freelancer.pools.invite', { pool: pool.label })}
        </Button>
      )}
    </div>
  );
};
