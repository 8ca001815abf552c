import type {
  ScheduledJob,
  ScheduledRun,
  ScheduledRunLogged,
  ScheduledRunTriggered,
  ScheduleOverlap,
  SchedulePreview,
} from '../../generated/answers';
import { request, type Page } from '../../providers/http';

/** Where the screen stands; behind it the name of the job whose runs are shown, and the id of the one. */
export const base = '/platform/cronjobs';

/** Where a run is shown. */
export const addressOf = (name: string, runId: string) => `${base}/${name}/${runId}`;

/** What the answers about the schedule are kept under. */
export const cronKey = ['cron'];

const at = (name: string, rest = '') => `/api/scheduler/${encodeURIComponent(name)}${rest}`;

/** Every job as it stands. */
export const readJobs = async (signal: AbortSignal) =>
  (await request<Page<ScheduledJob>>('GET', '/api/scheduler/list', { signal })).data.results;

/** The last runs of a job, the latest first. */
export const readRuns = async (name: string, signal: AbortSignal) =>
  (await request<Page<ScheduledRun>>('GET', `/api/scheduler/run?name=${encodeURIComponent(name)}&limit=30`, { signal }))
    .data.results;

/** One run with its log. */
export const readRun = async (id: string, signal: AbortSignal) =>
  (await request<ScheduledRunLogged>('GET', `/api/scheduler/run/${id}`, { signal })).data;

/** What a schedule would do, by its own clock or else by the reader's; one that is wrong is refused with the place. */
export const previewSchedule = async (schedule: string, signal: AbortSignal) => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = new URLSearchParams({ schedule, timeZone });
  return (await request<SchedulePreview>('GET', `/api/scheduler/preview?${query}`, { signal })).data;
};

/** How a job is run by hand. */
interface Wish {
  params: Record<string, number>;
  dryRun: boolean;
}

/** Runs a job now. */
export const trigger = async (name: string, wish: Wish) =>
  (await request<ScheduledRunTriggered>('POST', '/api/scheduler/trigger', { body: { name, ...wish } })).data;

/** Stops a run. */
export const cancel = async (id: string) =>
  (await request<ScheduledRun>('POST', `/api/scheduler/run/${id}/cancel`)).data;

/** Leaves out the due times of a job; without an end until somebody resumes it. */
export const pause = async (name: string, body: { reason: string; until?: string }) =>
  (await request<ScheduledJob>('PUT', at(name, '/pause'), { body })).data;

/** Has a job run by its schedule again. */
export const resume = async (name: string) => (await request<ScheduledJob>('PUT', at(name, '/resume'))).data;

/** Sets when a job is run; null is as it was delivered. */
export const change = async (name: string, body: { schedule: string | null; overlap: ScheduleOverlap }) =>
  (await request<ScheduledJob>('PUT', at(name), { body })).data;
