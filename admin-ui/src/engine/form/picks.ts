import { useQuery } from '@tanstack/react-query';
import type { RecordPick } from '../../generated/answers';
import { request, type Page } from '../../providers/http';
import type { Option } from '../../ui/option';

interface Wanted {
  text: string;
  clientId: unknown;
}

/** Looks records up to choose one of them: by handle, id or words of the title, of one client or of all. */
export const findPicks = async (path: string, { text, clientId }: Wanted, signal: AbortSignal): Promise<Option[]> => {
  const query = new URLSearchParams();
  if (text) query.set('text', text);
  if (clientId) query.set('clientId', String(clientId));
  return (await request<Page<RecordPick>>('GET', `${path}?${query}`, { signal })).data.results.map(optionOf);
};

const optionOf = ({ id, title, handle }: RecordPick): Option => ({ value: String(id), label: title, sub: handle });

/** What a chosen record is called: the name that is known already, else its title, else its id until that has come. */
export const usePickName = (path: string, value: unknown, known: unknown) => {
  const isKnown = typeof known === 'string' && known !== '';
  const { data } = useQuery({
    queryKey: ['lookup', path, value],
    queryFn: async ({ signal }) =>
      (await request<Page<RecordPick>>('GET', `${path}?id=${String(value)}`, { signal })).data.results[0] ?? null,
    enabled: !isKnown && typeof value === 'number' && value > 0,
  });
  if (isKnown) return known;
  return data ? data.title : String(value);
};
