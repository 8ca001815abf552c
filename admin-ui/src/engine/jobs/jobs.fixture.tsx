import { Toasts } from '../../layout/Toasts';
import { openBoats } from '../list/list.fixture';
import type { Job } from '../../generated/answers';
import { JobsMenu } from './JobsMenu';

const job: Job = {
  id: 'job_1',
  jobId: 'job_1',
  kind: 'bulk',
  entity: 'boat',
  action: 'changeState',
  ownerId: 7,
  own: true,
  ownerName: 'Mara Lindqvist',
  state: 'RUNNING',
  total: 1240,
  processed: 400,
  percent: 32,
  added: 0,
  updated: 399,
  skipped: 0,
  leftOut: 0,
  conflicts: 0,
  failed: 1,
  etaSeconds: 95,
  createdAt: new Date().toISOString(),
  startedAt: null,
  finishedAt: null,
  phase: '',
  resourceId: '',
  errorFileResourceId: '',
  canCancel: true,
  canUndo: false,
  canUndoUntil: null,
  messages: [],
};
export const ended: Partial<Job> = { processed: 1240, percent: 100, updated: 1239, etaSeconds: null, canCancel: false };
const barnacle = {
  id: 2,
  title: 'Barnacle',
  outcome: 'FAILED',
  undo: '',
  code: 'TRANSITION_NOT_ALLOWED',
  messages: ['error.transition'],
  blockedBy: [{ key: 'block.crew' }],
};
const cormorant = {
  ...barnacle,
  id: 1,
  title: 'Cormorant',
  code: 'VALIDATION',
  messages: ['validation.maxValue'],
  fieldErrors: { berths: ['validation.maxValue'] },
  params: { berths: { 'validation.maxValue': { max: 4 } } },
  blockedBy: null,
};

const dinghy = {
  ...barnacle,
  id: 3,
  title: 'Dinghy',
  outcome: 'DONE',
  code: '',
  messages: [],
  blockedBy: null,
  noUndo: { code: 'TRANSITION_NOT_ALLOWED', blockedBy: [{ key: 'block.crew' }] },
};

const would = {
  count: 1239,
  tried: 200,
  restored: 198,
  partly: 1,
  skipped: 1,
  failed: 1,
  results: [
    { ...barnacle, outcome: 'DONE', undo: 'FAILED' },
    { ...barnacle, id: 3, title: 'Dinghy', outcome: 'DONE', undo: 'SKIPPED', blockedBy: null },
    {
      ...barnacle,
      id: 4,
      title: 'Eider',
      outcome: 'DONE',
      undo: 'DONE',
      code: '',
      messages: ['block.crew'],
      blockedBy: null,
    },
  ],
};

/** The list beside the jobs, and a service that has one job. */
export const openJobs = (isOver = false) => {
  let now: Job = job;
  const page = openBoats(
    ({ method, path, body }) => {
      if (path.startsWith('/api/job?')) return { body: { results: [now], totalResults: 1 } };
      if (path.startsWith('/api/job/job_1?')) {
        const results = now.failed === 0 && path.includes('trouble=true') ? [] : [barnacle, cormorant, dinghy];
        return { body: { ...now, undoable: Math.min(now.updated, 1200), results, totalResults: results.length } };
      }
      if (method === 'POST' && path === '/api/job/job_1/undo?dryRun=true') return { body: { ...now, preview: would } };
      if (method === 'POST' && path === '/api/job/job_1/undo') {
        now = { ...now, state: 'UNDONE', canUndo: false };
        return { body: now };
      }
      if (method === 'POST' && path === '/api/job/job_1/cancel' && isOver) {
        now = { ...now, ...ended, state: 'COMPLETED' };
        const body = { status: 409, code: 'TRANSITION_NOT_ALLOWED', messages: ['error.transition'] };
        return { status: 409, body };
      }
      if (method === 'POST' && path === '/api/job/job_1/cancel') {
        now = { ...now, state: 'CANCELLED', canCancel: false };
        return { body: now };
      }
      if (path !== '/api/bulk/boat/changeState') return undefined;
      const { dryRun } = body as { dryRun: boolean }; // sent by the dialog
      if (!dryRun) return { status: 202, body: { jobId: 'job_1', statusUrl: '/api/job/job_1' } };
      const sample = [
        { ...barnacle, allowed: false },
        { id: 1, title: 'Cormorant', allowed: true },
      ];
      return {
        body: { count: 1240, tried: 200, wouldFail: 1, unchanged: 0, undoable: true, noUndo: 0, mails: 0, sample },
      };
    },
    <>
      <JobsMenu />
      <Toasts />
    </>,
  );
  return { ...page, become: (change: Partial<Job>) => (now = { ...now, ...change }) };
};
