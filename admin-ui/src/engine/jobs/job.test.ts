import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeService } from '../../../test/service';
import type { Job, JobState } from '../../generated/answers';
import { changeJob, fetchJob, fetchJobs, isAtWork, isUndo, tryUndo } from './job';
import { pauseOf } from './useJob';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const { signal } = new AbortController();
const now = new Date('2027-01-12T10:00:00Z');
const jobOf = (state: JobState, more: Partial<Job> = {}) => ({ state, ...more }) as Job; // the rest is of no matter here

describe('a job', () => {
  const states: Record<JobState, [atWork: boolean, undo: boolean]> = {
    QUEUED: [true, false],
    ANALYSING: [true, false],
    PLANNED: [false, false],
    AWAITING_DECISION: [false, false],
    RUNNING: [true, false],
    UNDOING: [true, true],
    COMPLETED: [false, false],
    COMPLETED_WITH_CONFLICTS: [false, false],
    FAILED: [false, false],
    CANCELLED: [false, false],
    UNDONE: [false, true],
  };
  it.each(Object.entries(states))('that is %s is known for at work, and for taken back', (state, known) => {
    const job = jobOf(state as JobState); // a key of the table
    expect([isAtWork(job), isUndo(job)]).toEqual(known);
  });
});

it('lists one’s own jobs of the last seven days', async () => {
  vi.useFakeTimers({ now });
  const days = [0, 6.9, 7.1].map(ago => new Date(now.getTime() - ago * 24 * 3600 * 1000).toISOString());
  const results = days.map((createdAt, i) => jobOf('COMPLETED', { jobId: `job_${i}`, createdAt }));
  const calls = fakeService(() => ({ body: { results, totalResults: 3 } }));
  expect((await fetchJobs(signal)).map(({ jobId }) => jobId)).toEqual(['job_0', 'job_1']);
  expect(calls.map(({ path }) => path)).toEqual(['/api/job?mine=true&limit=50']);
});

it('asks of a job for as many records as are wanted, the failed ones or all', async () => {
  const calls = fakeService(() => ({ body: {} }));
  await fetchJob('job_1', { trouble: true, limit: 20 }, signal);
  await fetchJob('job_1', { trouble: false, limit: 220 }, signal);
  expect(calls.map(({ path }) => path)).toEqual([
    '/api/job/job_1?limit=20&trouble=true',
    '/api/job/job_1?limit=220&trouble=false',
  ]);
});

it('only tries an undo before it does one, and does each of them under its own key', async () => {
  const calls = fakeService(() => ({ body: { preview: { count: 3 } } }));
  expect(await tryUndo('job_1', signal)).toEqual({ count: 3 });
  await changeJob('job_1', 'undo');
  await changeJob('job_1', 'undo');
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/job/job_1/undo?dryRun=true',
    'POST /api/job/job_1/undo',
    'POST /api/job/job_1/undo',
  ]);
  const [tried, first, second] = calls.map(({ headers }) => headers.get('idempotency-key'));
  expect(tried).toBeNull();
  expect(first).toBeTruthy();
  expect(second).not.toBe(first);
});

it('asks often for half a minute, then more seldom', () => {
  vi.useFakeTimers({ now });
  const pauses = [0, 29_999, 30_000, 600_000].map(ago => pauseOf(Date.now() - ago));
  expect(pauses).toEqual([1_000, 1_000, 3_000, 3_000]);
});
