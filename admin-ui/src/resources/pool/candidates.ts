import type { PoolCandidate } from '../../generated/answers';
import { request } from '../../providers/http';

/** Finds people by a part of their name, and whether they are in the pool already. */
export const findCandidates = async (poolId: number, text: string, signal: AbortSignal) => {
  const query = new URLSearchParams(text ? { name: text } : {});
  const { data } = await request<{ results: PoolCandidate[] }>('GET', `/api/pool/${poolId}/candidate?${query}`, {
    signal,
  });
  return data.results;
};
