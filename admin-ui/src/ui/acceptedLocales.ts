import { readItems } from '@directus/sdk';
import { content, type Schema } from '../providers/content';

/** The languages a client accepts, by its name; English without a client, none when they cannot be had. */
export const acceptedLocales = async (client: string | null | undefined): Promise<string[]> => {
  if (!client) return ['en'];
  try {
    const query = { filter: { name: { _eq: client } }, fields: ['id', 'name', { languages: ['iso'] }] } as const;
    // The SDK's typing of nested fields wants mutable arrays; the query itself is what it documents.
    const found = await content.request(readItems('d_client', query as never));
    const [first] = found as unknown as Schema['d_client'];
    return first?.languages.map(({ iso }) => iso) ?? [];
  } catch {
    return [];
  }
};
