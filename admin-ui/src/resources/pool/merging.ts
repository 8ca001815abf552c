import { useQuery } from '@tanstack/react-query';
import type { Pool } from '../../generated/resources';
import type {
  JobWithRows,
  PoolConflictClass,
  PoolDecision,
  PoolFileColumn,
  PoolFileField,
  PoolImport,
  PoolImportMode,
  PoolPlan,
} from '../../generated/answers';
import { request } from '../../providers/http';

const often = 1000;
const seldom = 3000;
const oftenFor = 30_000;

const atWork = ['QUEUED', 'ANALYSING', 'RUNNING', 'UNDOING'];

/** Whether something still happens. */
export const isAtWork = (state: string) => atWork.includes(state);

/** How long to wait before it is asked again how far an import is: often at first, and not at all once it has ended. */
export const pauseOf = (state: string | undefined, since: number, now: number) => {
  if (state !== undefined && !isAtWork(state)) return false;
  return now - since < oftenFor ? often : seldom;
};

/** How far an import is, as long as it goes on. */
export const useProgress = (jobId: string | undefined, since: number) =>
  useQuery({
    queryKey: ['pool', 'import', jobId, since],
    queryFn: async ({ signal }) =>
      (await request<PoolImport>('GET', `/api/pool/import/progress?jobId=${jobId}`, { signal })).data,
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => pauseOf(state.data?.state, since, Date.now()),
    retry: false,
  });

/** Whether a plan stands and waits for its reader. */
export const isPlanned = ({ state, planId }: PoolImport) =>
  planId !== '' && (state === 'PLANNED' || state === 'AWAITING_DECISION');

/** The pools of a client that can come into one of them. */
export const findSources = (pool: Pool, used: readonly number[]) => async (text: string, signal: AbortSignal) => {
  const query = new URLSearchParams({ clientId: String(pool.clientId), limit: '50', ...(text && { name: text }) });
  const { data } = await request<{ results: { id: number; vmsName: string }[] }>('GET', `/api/pool/client?${query}`, {
    signal,
  });
  return data.results
    .filter(({ id }) => id !== pool.id && !used.includes(id))
    .map(({ id, vmsName }) => ({ value: String(id), label: vmsName }));
};

/** Asks what a merge would do. */
export const fetchPlan = async (id: number, poolIds: readonly number[], mode: PoolImportMode) => {
  const body = { source: { kind: 'pool', poolIds }, mode };
  return (await request<PoolPlan>('PUT', `/api/pool/${id}/import`, { body })).data;
};

/** A column with what it is taken for; nothing when it is left out. */
export type ReadColumn = Omit<PoolFileColumn, 'field'> & { field: PoolFileField | '' };

/** A file with what somebody has said of how it is read. */
interface FileSource {
  resourceId: string;
  encoding?: string;
  delimiter?: string;
  columns?: readonly Omit<ReadColumn, 'cells'>[];
}

/** Asks what the import of a file would do. */
export const fetchFilePlan = async (id: number, source: FileSource) => {
  const body = { source: { kind: 'file', ...source } };
  return (await request<PoolPlan>('PUT', `/api/pool/${id}/import`, { body })).data;
};

/** A plan that a job has made. */
export const readPlan = async (planId: string) =>
  (await request<PoolPlan>('GET', `/api/pool/import/plan/${planId}?limit=1`)).data;

/** What is decided about one row: of several candidates, who it is. */
export interface Decided {
  decision: PoolDecision;
  freelancerId?: number;
}

/** What the reader has decided: of whole classes, and of single people by their keys. */
export interface Decisions {
  policies: Partial<Record<PoolConflictClass, PoolDecision>>;
  single: Record<string, Decided>;
}

export const noDecisions: Decisions = { policies: {}, single: {} };

/** Lets a plan run. */
export const runPlan = async (plan: PoolPlan, { policies, single }: Decisions) => {
  const decisions = Object.entries(single).map(([key, decided]) => ({ key, ...decided }));
  const body = { planId: plan.planId, policies, decisions };
  return (await request<PoolImport>('PUT', `/api/pool/${plan.poolId}/import`, { body })).data;
};

/** Stops an import after the chunk at hand, or takes it back. */
export const controlMerge = async (jobId: string, verb: 'cancel' | 'undo') =>
  (await request<PoolImport>('POST', `/api/pool/import/${jobId}/${verb}`)).data;

const results = ['ADD', 'UPDATE', 'INVITE', 'SKIP', 'ASK'] as const;

/** What narrows a list of rows: the key of its name, how many rows there are of it, and how it is asked for. */
export interface RowFilter {
  label: string;
  count: number;
  query: string;
}

/** The filters of a plan: what somebody should look at, everybody, each outcome, and each class of conflicts there is. */
export const planFilters = ({ counts, classes, warnings }: PoolPlan): RowFilter[] => {
  const sum = (of: Record<string, number> | null) => Object.values(of ?? {}).reduce((all, n) => all + n, 0);
  return [
    { label: 'panel.pool.merge.everything', count: sum(classes), query: '' },
    { label: 'panel.pool.merge.everybody', count: sum(counts), query: 'all=true' },
    ...results.map(one => ({ label: `pool.plan.${one}`, count: counts?.[one] ?? 0, query: `outcome=${one}` })),
    ...Object.entries(classes ?? {})
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([kind, count]) => ({ label: `pool.conflict.${kind}`, count, query: `class=${kind}` })),
    ...Object.entries(warnings ?? {}).map(([kind, count]) => ({
      label: `pool.warning.${kind}`,
      count,
      query: `warning=${kind}`,
    })),
  ];
};

/** The filters of what became of each row of an import that has ended, the one that it opens on first. */
export const runFilters = ({ state, added, updated, skipped, failed }: PoolImport): RowFilter[] => {
  if (state === 'UNDONE')
    return [
      { label: 'panel.pool.merge.rows.notRestored', count: skipped + failed, query: 'trouble=true' },
      { label: 'panel.pool.merge.rows.all', count: updated + skipped + failed, query: '' },
    ];
  const kinds = [
    { label: 'panel.pool.merge.rows.left', count: skipped, query: 'outcome=SKIPPED' },
    { label: 'panel.pool.merge.rows.failed', count: failed, query: 'outcome=FAILED' },
    { label: 'panel.pool.merge.rows.done', count: added + updated, query: 'outcome=DONE' },
  ].filter(({ count }) => count > 0);
  return state === 'CANCELLED' ? kinds.toReversed() : kinds;
};

/** What became of each row of an import. Only whoever began it is told. */
export const useRunRows = ({ jobId, state }: PoolImport, filter: string, limit: number) =>
  useQuery({
    queryKey: ['pool', 'import', jobId, 'rows', state, filter, limit],
    queryFn: async ({ signal }) =>
      (await request<JobWithRows>('GET', `/api/job/${jobId}?limit=${limit}&${filter}`, { signal })).data,
    placeholderData: before => before,
    retry: false,
  });

/** The rows of a plan. */
export const usePlanRows = (planId: string, filter: string, limit: number) =>
  useQuery({
    queryKey: ['pool', 'plan', planId, filter, limit],
    queryFn: async ({ signal }) =>
      (await request<PoolPlan>('GET', `/api/pool/import/plan/${planId}?limit=${limit}&${filter}`, { signal })).data,
    enabled: planId !== '',
    placeholderData: before => before,
    retry: false,
  });
