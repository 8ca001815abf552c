import type { PlannedChange, PlannedDecision } from '../../generated/answers';
import { request, type Page } from '../../providers/http';

/** What the answers about planned changes are kept under. */
export const plannedKey = ['planned'];

/** A call that can be planned, as it would be made now. */
export interface PlannedCall {
  method: 'PUT' | 'POST';
  path: string;
  body: Record<string, unknown>;
  /** The version that it is based on. */
  version?: unknown;
}

/** When a call takes effect, and why. */
interface When {
  effectiveAt: string;
  note: string;
}

const planOf = ({ version, ...call }: PlannedCall, when: When, dryRun: boolean) => ({
  ...call,
  ...when,
  dryRun,
  ...(version !== undefined && { ifMatch: `"${String(version)}"` }),
});

/** Plans a call; a dry run only says what it would change. */
export const planChange = async (call: PlannedCall, when: When, dryRun = false) =>
  (await request<PlannedChange>('POST', '/api/planned', { body: planOf(call, when, dryRun) })).data;

/** The planned changes that the caller could make, of one record or of all: what waits and what comes first. */
export const readPlanned = async (query: Record<string, string>, signal: AbortSignal) =>
  (await request<Page<PlannedChange>>('GET', `/api/planned?${new URLSearchParams(query)}`, { signal })).data;

/** Takes a planned change back. */
export const cancelPlanned = async (id: number) =>
  (await request<PlannedChange>('POST', `/api/planned/${id}/cancel`)).data;

/** Decides about a planned change that waits. */
export const decidePlanned = async (id: number, decision: PlannedDecision) =>
  (await request<PlannedChange>('POST', `/api/planned/${id}/decide`, { body: { decision } })).data;
