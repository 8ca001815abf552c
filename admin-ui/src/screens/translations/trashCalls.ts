import type { KeysTrashed, TrashedKey } from '../../generated/answers';
import { type Page, request } from '../../providers/http';

/** How many keys are shown and moved at once. */
export const mostKeys = 1000;

/** What was removed from a set and can be put back, what was removed last first. */
export const readTrash = async (client: number, signal: AbortSignal) =>
  (await request<Page<TrashedKey>>('GET', `/api/translation/trash?client=${client}&limit=${mostKeys}`, { signal }))
    .data;

/** The keys of a set that nothing is known to show. */
export const readUnused = async (client: number, signal: AbortSignal) =>
  (await request<Page<TrashedKey>>('GET', `/api/translation/trash?unused=true&client=${client}`, { signal })).data;

/** Moves all texts of keys to the trash, or puts them back. */
export const moveKeys = async (client: number, messageKeys: readonly string[], restore: boolean) =>
  (await request<KeysTrashed>('POST', '/api/translation/trash', { body: { client, messageKeys, restore } })).data;
