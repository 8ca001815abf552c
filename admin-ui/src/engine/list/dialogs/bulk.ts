import { request } from '../../../providers/http';
import type { BulkOutcome, BulkPreview } from '../../../generated/answers';
import type { ActionMeta, ResourceMeta } from '../../../meta';

/** Whether it is only a reason that keeps one of them from changing, which is still to be given. */
export const wantReason = (outcomes: readonly BulkOutcome[] = []) =>
  outcomes.some(({ allowed, code }) => !allowed && code === 'REASON_REQUIRED');

/** The records of a preview that are known. */
export const outcomesOf = ({ results, sample }: BulkPreview) => results ?? sample;

/** Each reason with the number of records that it keeps from changing, the most frequent first. */
export const countReasons = (reasons: readonly string[][]) => {
  const counts = new Map<string, number>();
  for (const reason of reasons.flat()) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
};

/** An action and what it is asked with. */
interface Order {
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
