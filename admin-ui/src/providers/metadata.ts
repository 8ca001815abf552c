import type { Meta } from '../meta';
import { earlyGet } from './early';
import { request } from './http';

/** The query for the metadata; it belongs to one person's permissions. */
export const metadataQuery = (person: string, permissions: string[]) => ({
  queryKey: ['meta', person, permissions],
  queryFn: async (): Promise<Meta> => {
    const early = await earlyGet('/api/meta')?.catch(() => undefined);
    if (early?.ok) return (await early.json()) as Meta; // GET /api/meta
    return (await request<Meta>('GET', '/api/meta')).data;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
