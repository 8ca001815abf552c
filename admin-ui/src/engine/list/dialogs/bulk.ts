import { request } from '../../../providers/http';
import type { ImpactMap } from '../../form/Impact';
import type { Reasons } from '../../form/useFailureText';
import type { ActionMeta, ResourceMeta } from '../../meta';
import type { Id } from '../useSelection';

/** What would become of one record. */
export interface Outcome extends Reasons {
  id: Id;
  title?: string;
  allowed?: boolean;
  /** Why the change could not be taken back. */
  noUndo?: Reasons;
}

/** Whether it is only a reason that keeps one of them from changing, which is still to be given. */
export const wantReason = (outcomes: readonly Outcome[] = []) =>
  outcomes.some(({ allowed, code }) => !allowed && code === 'REASON_REQUIRED');

/** What the service answers before records are changed: how many, and what would become of those that were tried. */
export interface Preview {
  count: number;
  tried: number;
  wouldFail: number;
  /** Some of them could be taken back. */
  undoable: boolean;
  /** How many could not. */
  noUndo: number;
  mails: number;
  impact?: ImpactMap;
  sample: Outcome[];
  /** All of them, when all were tried. */
  results?: Outcome[];
}

/** The records of a preview that are known. */
export const outcomesOf = ({ results, sample }: Preview) => results ?? sample;

/** An action and what it is asked with. */
export interface Order {
  meta: ResourceMeta;
  action: ActionMeta;
  filters: Record<string, unknown>;
  input: Record<string, unknown>;
  dryRun: boolean;
  /** The same for every try of what is done; what is only tried out needs none. */
  key?: string;
}

/** Asks for an action on everything that filters match. */
export const order = async <T>({ meta, action, key, ...body }: Order, signal?: AbortSignal) => {
  const { data } = await request<T>('POST', `/api/bulk/${meta.name}/${action.name}`, {
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
    ...(signal && { signal }),
  });
  return data;
};
