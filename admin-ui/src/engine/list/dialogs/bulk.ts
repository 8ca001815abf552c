import { request } from '../../../providers/http';
import { fetchPage } from '../../fetchPage';
import type { ActionMeta, ResourceMeta } from '../../meta';
import type { Id } from '../useSelection';
import type { Filter } from '../views';
import type { Blocker } from './Refusal';

/** What became of one record, or would. */
export interface Outcome {
  id: Id;
  title?: string;
  allowed?: boolean;
  code?: string;
  messages?: string[];
  blockedBy?: Blocker[];
}

interface Answer {
  results?: Outcome[];
  sample?: Outcome[];
  succeeded?: Outcome[];
  failed?: Outcome[];
}

/** One run of an action over many records. */
export interface Run {
  meta: ResourceMeta;
  action: ActionMeta;
  ids: Id[];
  input: Record<string, unknown>;
  dryRun: boolean;
}

/** As many records as the service takes at a time. */
const atOnce = 200;
const idsAtOnce = 1000;

/** The ids of everything a filter matches, oldest first, so that what is added meanwhile does not shift the pages. */
export const idsOf = async (meta: ResourceMeta, filter: Filter, signal: AbortSignal): Promise<Id[]> => {
  const ids: Id[] = [];
  for (;;) {
    const page = await fetchPage<{ id: Id }>(meta.path, {
      filter,
      sort: 'id:asc',
      limit: idsAtOnce,
      offset: ids.length,
      signal,
    });
    ids.push(...page.results.map(({ id }) => id));
    if (page.results.length < idsAtOnce || ids.length >= page.totalResults) return ids;
  }
};

/** Runs the action in portions and tells after each how far it is. Every record stands for itself. */
export const runBulk = async (
  run: Run,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < run.ids.length && !signal.aborted; from += atOnce) {
    const portion = run.ids.slice(from, from + atOnce);
    outcomes.push(...(await portionOf(run, portion, signal)));
    onProgress(from + portion.length);
  }
  return outcomes;
};

const portionOf = async ({ meta, action, input, dryRun }: Run, ids: Id[], signal: AbortSignal): Promise<Outcome[]> => {
  const { data } = await request<Answer>('POST', `/api/bulk/${meta.name}/${action.name}`, {
    body: { filters: { id: ids.join(',') }, input, dryRun },
    headers: { 'idempotency-key': crypto.randomUUID() },
    signal,
  });
  if (dryRun) return data.results ?? data.sample ?? [];
  const { succeeded = [], failed = [] } = data;
  return [...succeeded.map(each => ({ ...each, allowed: true })), ...failed.map(each => ({ ...each, allowed: false }))];
};
