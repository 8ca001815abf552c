import { useQuery } from '@tanstack/react-query';
import { request } from '../../providers/http';
import { isAway, lookAgain, readLastTexts } from '../../providers/lastTexts';

/** A text of a client in one language, as the content service keeps it. */
export interface Entry {
  id?: number;
  locale: string;
  messageValue: string;
}

interface Items {
  data: Entry[];
}

const ofClient = '/items/d_translation_client_keys';
const byDefault = '/items/d_translation_keys';

const read = async (collection: string, filter: object, signal: AbortSignal) => {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    fields: 'id,locale,messageValue',
    limit: '100',
  });
  return (await request<Items>('GET', `${collection}?${query}`, { signal })).data.data;
};

/** The texts of a client under a key, and those that stand for all clients. */
interface Entries {
  own: Entry[];
  common: Entry[];
  /** They are the last that are known, since the content service is away. */
  isLast?: boolean;
}

const readEntries = async (client: number, messageKey: string, signal: AbortSignal): Promise<Entries> => {
  const key = { messageKey: { _eq: messageKey } };
  const [own, common] = await Promise.all([
    read(ofClient, { ...key, client: { _eq: client } }, signal),
    read(byDefault, key, signal),
  ]);
  return { own, common };
};

const readLast = async (client: number, messageKey: string, locales: readonly string[]): Promise<Entries> => {
  const everywhere = async (set: number) =>
    (await Promise.all(locales.map(locale => readLastTexts(set, locale, messageKey)))).flat();
  const [own, common] = await Promise.all([everywhere(client), everywhere(0)]);
  return { own, common, isLast: true };
};

/** The languages of a client, its texts under a key, and those that stand for all clients. */
export const useTexts = (clientId: number | undefined, messageKey: string) => {
  const languages = useQuery({
    queryKey: ['clientLanguages', clientId],
    queryFn: async ({ signal }) =>
      (await request<{ languages: string[] }>('GET', `/api/client/${clientId}`, { signal })).data.languages,
    enabled: clientId !== undefined,
    retry: false,
  });
  const { data: locales } = languages;
  const entries = useQuery({
    queryKey: ['clientTexts', clientId, messageKey],
    queryFn: async ({ signal }) => {
      try {
        return await readEntries(clientId ?? 0, messageKey, signal);
      } catch (error) {
        if (!isAway(error)) throw error;
        return readLast(clientId ?? 0, messageKey, locales ?? []);
      }
    },
    enabled: clientId !== undefined && messageKey !== '' && locales !== undefined,
    refetchInterval: ({ state }) => (state.data?.isLast ? lookAgain : false),
    retry: false,
  });
  return { languages, entries };
};

interface Text {
  clientId: number;
  messageKey: string;
  locale: string;
  value: string;
  entry: Entry | undefined;
}

/** Saves one text; an empty one is taken away. */
export const saveText = ({ clientId, messageKey, locale, value, entry }: Text) => {
  const at = `${ofClient}/${entry?.id}`;
  if (entry?.id !== undefined && value === '') return request('DELETE', at);
  if (entry?.id !== undefined) return request('PATCH', at, { body: { messageValue: value } });
  if (value === '') return Promise.resolve(undefined);
  return request('POST', ofClient, { body: { client: clientId, locale, messageKey, messageValue: value } });
};
