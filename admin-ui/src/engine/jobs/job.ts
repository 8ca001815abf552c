import { request } from '../../providers/http';
import type { Reasons } from '../form/useFailureText';

/** Where a job stands. */
export type JobState =
  | 'QUEUED'
  | 'ANALYSING'
  | 'PLANNED'
  | 'AWAITING_DECISION'
  | 'RUNNING'
  | 'UNDOING'
  | 'COMPLETED'
  | 'COMPLETED_WITH_CONFLICTS'
  | 'FAILED'
  | 'CANCELLED'
  | 'UNDONE';

/** What became of one record of a job, or of undoing it. */
export type Outcome = 'WAITING' | 'DONE' | 'FAILED' | 'SKIPPED';

/** How far a job has come. */
export interface Job {
  jobId: string;
  kind: string;
  entity: string;
  action: string;
  ownerName: string;
  state: JobState;
  total: number;
  processed: number;
  percent: number;
  added: number;
  updated: number;
  skipped: number;
  conflicts: number;
  failed: number;
  etaSeconds: number | null;
  createdAt: string;
  finishedAt: string | null;
  canCancel: boolean;
  canUndo: boolean;
  canUndoUntil: string | null;
  messages: { message: string; params?: Record<string, unknown> }[];
}

/** One record of a job. */
export interface JobRow extends Reasons {
  id: number;
  title: string;
  outcome: Outcome;
  undo: Outcome | '';
  /** Until when it can be taken back; null when it cannot now. */
  canUndoUntil?: string | null;
  /** Why what was done cannot be taken back. */
  noUndo?: Reasons | null;
}

/** A job with some of its records. */
export interface JobWithRows extends Job {
  /** How many records undoing would take back, as far as is known before. */
  undoable: number;
  results: JobRow[];
  totalResults: number;
}

/** What a call answers that has started a job. */
export interface Accepted {
  jobId: string;
  statusUrl: string;
}

const atWork: JobState[] = ['QUEUED', 'ANALYSING', 'RUNNING', 'UNDOING'];

/** Whether something still happens. */
export const isAtWork = ({ state }: Job) => atWork.includes(state);

/** Whether it takes back, or has taken back, what it did. */
export const isUndo = ({ state }: Job) => state === 'UNDOING' || state === 'UNDONE';

/** Under which the query client keeps jobs. */
export const jobsKey = ['jobs'] as const;

const week = 7 * 24 * 3600 * 1000;
const listed = 50;

/** The caller's jobs of the last seven days, newest first. */
export const fetchJobs = async (signal: AbortSignal): Promise<Job[]> => {
  const { data } = await request<{ results: Job[] }>('GET', `/api/job?mine=true&limit=${listed}`, { signal });
  const since = Date.now() - week;
  return data.results.filter(job => Date.parse(job.createdAt) >= since);
};

/** Which records of a job are wanted. */
export interface RowsWanted {
  /** Only what failed, or was not restored. */
  trouble: boolean;
  limit: number;
}

/** One job, with its records. */
export const fetchJob = async (id: string, { trouble, limit }: RowsWanted, signal: AbortSignal) => {
  const query = new URLSearchParams({ limit: String(limit), trouble: String(trouble) });
  const { data } = await request<JobWithRows>('GET', `/api/job/${id}?${query}`, { signal });
  return data;
};

/** What undoing a job would do, as far as it was tried: of all records when these are few. */
export interface UndoPreview {
  count: number;
  tried: number;
  restored: number;
  skipped: number;
  failed: number;
  /** Those that would not be restored. */
  results: JobRow[];
}

/** Tries to take back what a job did, and changes nothing. */
export const tryUndo = async (id: string, signal: AbortSignal) => {
  const { data } = await request<{ preview: UndoPreview }>('POST', `/api/job/${id}/undo?dryRun=true`, { signal });
  return data.preview;
};

/** Stops a job after the chunk at hand, or takes back what it did. */
export const changeJob = (id: string, verb: 'cancel' | 'undo') =>
  request<Job>('POST', `/api/job/${id}/${verb}`, { headers: { 'idempotency-key': crypto.randomUUID() } });
