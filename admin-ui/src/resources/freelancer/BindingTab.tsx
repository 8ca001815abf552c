import { useState } from 'react';
import { useLocaleState, useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDate, todayIn } from '../../format/format';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { useCan } from '../../meta';
import type { AsideProps } from '../../engine/overrideProps';
import type { BoundClient, Client, Freelancer } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { ClientSelect } from '../../ui/ClientSelect';
import type { Option } from '../../ui/option';
import { DateInput } from '../../ui/DateInput';
import { Empty } from '../../ui/Empty';
import { Field } from '../../ui/Field';
import { LegalEntitySelect } from '../../ui/LegalEntitySelect';
import { Skeleton } from '../../ui/Skeleton';
import { request } from '../../providers/http';
import './freelancer.css';

/** The clients somebody is or was bound to. At most one binding is open, and only then another can be made. */
export const BindingTab = ({ record, onDone }: AsideProps<Freelancer>) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const mayBind = useCan('boundClient.write') && record.userStatus !== 'DL';
  const bindings = useQuery({
    queryKey: ['boundClient', record.id, record.boundClientId, record.boundUntil],
    queryFn: async ({ signal }) =>
      (
        await request<{ results: BoundClient[] }>('GET', `/api/boundClient?freelancerId=${record.id}&limit=100`, {
          signal,
        })
      ).data.results,
  });
  const end = useMutation({
    mutationFn: async ({ id, version, clientId }: BoundClient) => {
      const { timeZone } = (await request<Client>('GET', `/api/client/${clientId}`)).data;
      const body = { boundUntil: todayIn(timeZone) }; // a binding ends with the client's day
      return request('PUT', `/api/boundClient/${id}`, { body, headers: { 'if-match': `"${version}"` } });
    },
    onSuccess: () => onDone?.(),
  });
  const list = bindings.data ?? [];
  const error = bindings.error ?? end.error;
  const dayOf = (day: string | null) => (day ? formatDate(locale, day) : t('freelancer.binding.forever'));
  return (
    <section className="form-s" aria-label={t('freelancer.binding.tab')}>
      {error && <Refusal error={error} onRetry={retryOf(bindings, end)} />}
      {bindings.isPending && <Skeleton width={280} />}
      {bindings.isSuccess && list.length === 0 && (
        <Empty icon="case" title={t('freelancer.binding.none')}>
          {t('freelancer.binding.noneText')}
        </Empty>
      )}
      <ul className="bindings">
        {list.map(one => (
          <li key={one.id}>
            <span className="grow">
              <b>{one.clientName}</b> {one.legalEntityName}
              <span className="t3">{t(`enum.bindingSource.${one.source}`)}</span>
            </span>
            <span className="t2">{`${dayOf(one.boundSince)} – ${dayOf(one.boundUntil)}`}</span>
            {one.open && mayBind && (
              <Button isBusy={end.isPending} onClick={() => end.mutate(one)}>
                {t('freelancer.binding.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayBind && bindings.isSuccess && !record.boundClient && <Binder id={record.id} onDone={() => onDone?.()} />}
    </section>
  );
};

/** Binds somebody to a client, or to a legal entity of it. */
const Binder = ({ id, onDone }: { id: number; onDone: () => void }) => {
  const t = useTranslate();
  const notify = useNotify();
  const [client, setClient] = useState<Option | null>(null);
  const [entity, setEntity] = useState<number | null>(null);
  const [until, setUntil] = useState('');
  const bind = useMutation({
    mutationFn: () =>
      request('POST', '/api/boundClient', {
        body: {
          freelancerId: id,
          clientId: Number(client?.value),
          scope: entity === null ? 'client' : 'legalentity',
          ...(entity !== null && { legalEntityId: entity }),
          ...(until && { boundUntil: until }),
        },
      }),
    onSuccess: () => {
      notify('boundClient.created', { type: 'success' });
      onDone();
    },
  });
  return (
    <div className="binder">
      {bind.error && <Refusal error={bind.error} onRetry={retryOf(bind)} />}
      <Field label={t('resources.boundClient.fields.clientId')}>
        <ClientSelect
          value={client}
          onChange={next => {
            setClient(next);
            setEntity(null);
          }}
        />
      </Field>
      <Field label={t('resources.boundClient.fields.legalEntityId')} isOptional>
        <LegalEntitySelect clientId={client ? Number(client.value) : null} value={entity} onChange={setEntity} />
      </Field>
      <Field label={t('resources.boundClient.fields.boundUntil')} hint={t('freelancer.binding.yearHint')} isOptional>
        <DateInput
          label={t('resources.boundClient.fields.boundUntil')}
          value={until}
          onChange={day => setUntil(day ?? '')}
        />
      </Field>
      <Button
        icon="plus"
        isBusy={bind.isPending}
        refusal={client ? undefined : t('freelancer.binding.chooseClient')}
        onClick={() => bind.mutate()}
      >
        {t('freelancer.binding.bind')}
      </Button>
    </div>
  );
};
