import type { TextChange, TextsRestored } from '../../generated/answers';
import { type Page, request } from '../../providers/http';

/** Whose changes are told: those of a set, or of one of its texts. */
export interface Told {
  client: number;
  messageKey?: string;
  locale?: string;
}

/** How many changes are told at once. */
const toldAtOnce = 50;

/** The latest changes. */
export const readHistory = async (told: Told, signal: AbortSignal) => {
  const query = new URLSearchParams({ ...told, client: String(told.client), limit: String(toldAtOnce) });
  return (await request<Page<TextChange>>('GET', `/api/translation/history?${query}`, { signal })).data;
};

/** Takes a batch of changes back, or tells what would become of each. */
export const restoreBatch = async (batchId: string, dryRun: boolean) =>
  (await request<TextsRestored>('POST', '/api/translation/restore', { body: { batchId, dryRun } })).data;
