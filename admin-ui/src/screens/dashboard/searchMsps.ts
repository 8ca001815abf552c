import { request } from '../../providers/http';
import type { Search } from '../../ui/useSearch';

/** The MSPs whose name holds the text, at most fifty. */
export const searchMsps: Search = async (name, signal) => {
  const query = new URLSearchParams({ limit: '50', s: 'name:asc', ...(name && { name }) });
  const { data } = await request<{ results: { id: number; name: string }[] }>('GET', `/api/msp?${query}`, { signal });
  return data.results.map(msp => ({ value: String(msp.id), label: msp.name }));
};
