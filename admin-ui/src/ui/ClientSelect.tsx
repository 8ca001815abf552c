import { useTranslate } from 'ra-core';
import { request } from '../providers/http';
import type { Option } from './option';
import { Combobox } from './Combobox';
import type { Client } from '../generated/resources';

const clientsAtMost = 50;

/** The filter value that means every client, as the service reads it. */
export const allClients = '0';

/** The clients whose name holds the text, at most fifty. */
export const searchClients = async (name: string, signal: AbortSignal): Promise<Option[]> => {
  const query = new URLSearchParams({ from: '0', size: String(clientsAtMost), ...(name && { name }) });
  const { data } = await request<{ results: Pick<Client, 'id' | 'name' | 'code'>[] }>('GET', `/api/client?${query}`, {
    signal,
  });
  return data.results.map(client => ({ value: String(client.id), label: client.name, sub: client.code }));
};

interface Props {
  value: Option | null;
  onChange: (client: Option | null) => void;
  onBlur?: () => void;
  /** Offers "All", and takes it for nothing chosen. */
  canBeAll?: boolean;
  label?: string;
}

/** A client, found by name. */
export const ClientSelect = ({ value, canBeAll, ...rest }: Props) => {
  const all = { value: allClients, label: useTranslate()('panel.pick.all') };
  return (
    <Combobox
      {...rest}
      name="client"
      search={searchClients}
      value={value ?? (canBeAll ? all : null)}
      {...(canBeAll && { first: all })}
    />
  );
};
