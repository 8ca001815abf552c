import type { TextCoverage } from '../../generated/answers';
import { request } from '../../providers/http';

/** How far one language of a set is, also before it is one of them. */
export const coverageQuery = (client: number, locale: string) => ({
  queryKey: ['coverage', client, locale],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (
      await request<{ results: TextCoverage[] }>(
        'GET',
        `/api/translation/coverage?${new URLSearchParams({ client: String(client), locale })}`,
        { signal },
      )
    ).data.results[0],
  staleTime: 30_000,
});

/** How far each language of a set is. */
export const readCoverage = async (client: number, signal: AbortSignal) =>
  (await request<{ results: TextCoverage[] }>('GET', `/api/translation/coverage?client=${client}`, { signal })).data
    .results;

/** The languages that a set has: those of its client, or those that any client uses or somebody has written in. */
export const usedLanguages = (client: number) => ({
  queryKey: ['coverage', client],
  queryFn: ({ signal }: { signal: AbortSignal }) => readCoverage(client, signal),
  select: (found: TextCoverage[]) => found.map(({ locale }) => locale),
});
