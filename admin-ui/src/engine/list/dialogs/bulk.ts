import { request } from '../../../providers/http';
import type { Reasons } from '../../form/useFailureText';
import type { ActionMeta, ResourceMeta } from '../../meta';
import type { Id } from '../useSelection';

/** What became of one record, or would. */
export interface Outcome extends Reasons {
  id: Id;
  title?: string;
  allowed?: boolean;
}

/** Whether it is only a reason that keeps one of them from changing, which is still to be given. */
export const wantReason = (outcomes: readonly Outcome[] = []) =>
  outcomes.some(({ allowed, code }) => !allowed && code === 'REASON_REQUIRED');

/** What the service answers to a few records, tried or done. */
interface Answer {
  results?: Outcome[];
  succeeded?: Outcome[];
  failed?: Outcome[];
}

/** What the service answers before many records are changed: how many, and what would become of some. */
export interface Preview {
  count: number;
  tried: number;
  wouldFail: number;
  undoable: boolean;
  sample: Outcome[];
}

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

/** As many records as the service changes within one call; more are a job. */
export const atOnce = 200;

/** Asks for an action on everything that filters match. */
export const order = async <T>({ meta, action, key, ...body }: Order, signal?: AbortSignal) => {
  const { data } = await request<T>('POST', `/api/bulk/${meta.name}/${action.name}`, {
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
    ...(signal && { signal }),
  });
  return data;
};

/** Runs the action on a few records. Each stands for itself. */
export const runBulk = async (ids: Id[], rest: Omit<Order, 'filters'>, signal?: AbortSignal): Promise<Outcome[]> => {
  const {
    results,
    succeeded = [],
    failed = [],
  } = await order<Answer>({ ...rest, filters: { id: ids.join(',') } }, signal);
  if (rest.dryRun) return results ?? [];
  return [...succeeded.map(each => ({ ...each, allowed: true })), ...failed.map(each => ({ ...each, allowed: false }))];
};
