import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { request } from '../providers/http';
import { Line } from './Line';
import { ManyCombobox } from './ManyCombobox';
import type { Option } from './option';

const poolsAtMost = '50';

interface Found {
  id: number;
  vmsName: string;
  clientName: string;
}

const fetchOptions = async (query: Record<string, string>, signal: AbortSignal) => {
  const path = `/api/pool/client?${new URLSearchParams(query)}`;
  return (await request<{ results: Found[] }>('GET', path, { signal })).data.results;
};

/** The pools in use of a client whose name holds the text, at most fifty; those of all clients say whose they are. */
export const searchPools =
  (clientId: number | undefined) =>
  async (name: string, signal: AbortSignal): Promise<Option[]> => {
    const found = await fetchOptions(
      { clientId: String(clientId ?? 0), limit: poolsAtMost, s: 'vmsName:asc', ...(name && { name }) },
      signal,
    );
    return found.map(({ id, vmsName, clientName }) => ({
      value: String(id),
      label: vmsName,
      ...(!clientId && { sub: clientName }),
    }));
  };

/** The name of a pool, by its id. */
export const poolName = async (id: string, signal: AbortSignal) => {
  const [found] = await fetchOptions({ clientId: '0', id, limit: '1' }, signal);
  return found?.vmsName;
};

interface Props {
  /** Whose pools are offered: undefined stands for all clients, null for one that is not chosen yet. */
  clientId: number | null | undefined;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Several pools, found by name. What is named already may stay, whatever has become of it. */
export const PoolsSelect = ({ clientId, value, onChange }: Props) => {
  const t = useTranslate();
  const [picked, setPicked] = useState<readonly Option[]>([]);
  const labelOf = (id: number) => picked.find(one => one.value === String(id))?.label;
  const unknown = value.filter(id => labelOf(id) === undefined).sort((a, b) => a - b);
  const names = useQuery({
    queryKey: ['pool', 'names', unknown],
    queryFn: async ({ signal }) => {
      const found = await fetchOptions({ clientId: '0', id: unknown.join(','), limit: String(unknown.length) }, signal);
      return new Map(found.map(({ id, vmsName }) => [id, vmsName]));
    },
    enabled: unknown.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (clientId === null) return <Line readOnly value="" placeholder={t('panel.pick.clientFirst')} />;
  const choosePools = (options: Option[]) => {
    setPicked(options);
    onChange(options.map(one => Number(one.value)));
  };
  return (
    <ManyCombobox
      name={`pool.${clientId ?? 0}`}
      search={searchPools(clientId)}
      value={value.map(id => ({ value: String(id), label: labelOf(id) ?? names.data?.get(id) ?? String(id) }))}
      placeholder={t('panel.pick.pools')}
      onChange={choosePools}
    />
  );
};
