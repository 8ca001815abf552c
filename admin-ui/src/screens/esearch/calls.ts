import type {
  IndexAnswer,
  IndexDeleted,
  IndexDocument,
  IndexDrift,
  IndexJob,
  IndexMapping,
  IndexReport,
  IndexRolledBack,
  IndexStarted,
  IndexStatus,
  IndexUpdated,
} from '../../generated/answers';
import { request } from '../../providers/http';
import { queryText } from './queryText';

/** Under which everything about indexes is kept. */
export const indexKey = ['esearch'] as const;

/** How many documents a page shows. */
export const pageSize = 10;

/** What is asked of an index. */
export interface Wanted {
  values: Record<string, string>;
  clientId: number;
  page: number;
}

/** How the index of every type stands. */
export const readTypes = async (signal: AbortSignal) =>
  (await request<{ results: IndexStatus[] }>('GET', '/api/search', { signal })).data.results;

export const readMapping = async (type: string, signal: AbortSignal) =>
  (await request<IndexMapping>('GET', `/api/search/${type}/mapping`, { signal })).data;

/** One page of documents, newest first. */
export const queryIndex = async (type: string, { values, clientId, page }: Wanted, signal: AbortSignal) => {
  const body = {
    query: queryText(values),
    size: pageSize,
    offset: (page - 1) * pageSize,
    sort: [{ field: 'id', order: 'desc' }],
    clientIds: clientId > 0 ? [clientId] : [],
    filters: {},
  };
  return (await request<IndexAnswer>('POST', `/api/search/${type}/query`, { body, signal })).data;
};

export const readDocument = async (type: string, id: number, signal: AbortSignal) =>
  (await request<IndexDocument>('GET', `/api/search/${type}/${id}`, { signal })).data;

/** Indexes a record again from the database, or writes its document by hand. */
export const putDocument = async (type: string, id: number, source?: unknown) =>
  (await request<IndexUpdated>('PUT', `/api/search/${type}/${id}`, { body: source ? { override: true, source } : {} }))
    .data;

export const deleteDocument = async (type: string, id: number) =>
  (await request<IndexDeleted>('DELETE', `/api/search/${type}/${id}`)).data;

/** Starts a rebuild: of one client's documents in place, or of the whole beside the one that serves. */
export const startRebuild = async (type: string, clientId: number) => {
  const path = clientId > 0 ? `/api/search/${type}/rebuild/${clientId}` : `/api/search/${type}/rebuild`;
  return (await request<IndexStarted>('POST', path, clientId > 0 ? {} : { body: {} })).data;
};

export const stopJob = (id: string) => request('POST', `/api/job/${id}/cancel`);

export const rollBack = async (type: string, reason: string) =>
  (await request<IndexRolledBack>('POST', `/api/search/${type}/rollback`, { body: { reason } })).data;

export const compareIndex = async (type: string) =>
  (await request<IndexStarted>('POST', `/api/search/${type}/drift`)).data;

export const readReport = async (type: string, kind: string, limit: number, signal: AbortSignal) => {
  const query = new URLSearchParams({ limit: String(limit), ...(kind && { kind }) });
  return (await request<IndexReport>('GET', `/api/search/${type}/drift?${query}`, { signal })).data;
};

/** Repairs the documents that a report lists, or those of them that are named. */
export const repairIndex = async (type: string, reportId: string, ids: number[]) =>
  (await request<IndexStarted>('POST', `/api/search/${type}/drift/${reportId}/repair`, { body: { ids } })).data;

/** Whether work on an index goes on. */
export const isAtWork = (job: IndexJob | null) => job?.state === 'QUEUED' || job?.state === 'RUNNING';

/** The ways in which a document differs that a report lists. */
export const kinds = ['STALE', 'MISSING_IN_INDEX', 'MISSING_IN_DB'] as const satisfies readonly IndexDrift[];
