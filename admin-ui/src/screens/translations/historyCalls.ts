import type { TextChange, TextsRestored } from '../../generated/answers';
import { type Page, request } from '../../providers/http';

/** Whose changes are told: those of a set, or of one of its texts. */
export interface HistoryScope {
  client: number;
  messageKey?: string;
  locale?: string;
}

/** How many changes are told at once. */
const pageSize = 50;

/** The latest changes. */
export const readHistory = async (scope: HistoryScope, signal: AbortSignal) => {
  const query = new URLSearchParams({ ...scope, client: String(scope.client), limit: String(pageSize) });
  return (await request<Page<TextChange>>('GET', `/api/translation/history?${query}`, { signal })).data;
};

/** What is taken back: one change, or all of a batch. */
export type Past = { entryId: number } | { batchId: string };

/** Takes changes back, or tells what would become of each. */
export const restore = async (past: Past, dryRun: boolean) =>
  (await request<TextsRestored>('POST', '/api/translation/restore', { body: { ...past, dryRun } })).data;
