import type { TextCoverage } from '../../generated/answers';
import { request } from '../../providers/http';

/** How far each language of a set is. */
export const readCoverage = async (client: number, signal: AbortSignal) =>
  (await request<{ results: TextCoverage[] }>('GET', `/api/translation/coverage?client=${client}`, { signal })).data
    .results;
