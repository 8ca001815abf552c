import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { request } from '../providers/http';
import { Line } from './Line';
import { Select } from './Select';
import type { LegalEntity } from '../generated/resources';

const entitiesAtMost = 999;

const entitiesOf = async (clientId: number, signal: AbortSignal) => {
  const path = `/api/client/${clientId}/legalEntities?from=0&size=${entitiesAtMost}&s=id:desc`;
  const { data } = await request<{ results: Pick<LegalEntity, 'id' | 'name'>[] }>('GET', path, { signal });
  return data.results.map(entity => ({ value: String(entity.id), label: entity.name }));
};

interface Props {
  clientId: number | null | undefined;
  value: number | null | undefined;
  /** The name that came with the record, shown until the list is there. */
  name?: string | undefined;
  onChange: (id: number | null) => void;
  onBlur?: () => void;
}

/** A legal entity of one client. */
export const LegalEntitySelect = ({ clientId, value, name, onChange, onBlur }: Props) => {
  const t = useTranslate();
  const entities = useQuery({
    queryKey: ['legalEntities', clientId],
    queryFn: ({ signal }) => entitiesOf(clientId ?? 0, signal),
    enabled: Boolean(clientId),
    retry: false,
  });
  const own = value ? [{ value: String(value), label: name ?? String(value) }] : [];
  if (!clientId) return <Line readOnly value="" placeholder={t('panel.pick.clientFirst')} />;
  return (
    <Select
      value={value ? String(value) : ''}
      choices={entities.data ?? own}
      empty={t(entities.isError ? 'panel.pick.failed' : 'panel.pick.none')}
      onChange={id => onChange(id === '' ? null : Number(id))}
      {...(onBlur && { onBlur })}
    />
  );
};
