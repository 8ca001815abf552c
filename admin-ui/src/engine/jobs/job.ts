import { request } from '../../providers/http';
import type { Job, JobState, JobUndo, JobWithRows } from '../../generated/answers';

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

/** Tries to take back what a job did, and changes nothing. */
export const tryUndo = async (id: string, signal: AbortSignal) => {
  const { data } = await request<JobUndo>('POST', `/api/job/${id}/undo?dryRun=true`, { signal });
  return data.preview;
};

/** Stops a job after the chunk at hand, or takes back what it did. */
export const changeJob = (id: string, verb: 'cancel' | 'undo') =>
  request<Job>('POST', `/api/job/${id}/${verb}`, { headers: { 'idempotency-key': crypto.randomUUID() } });
