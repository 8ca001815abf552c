import type { Call, Reply } from '../test/service';
import { newTokens } from '../test/token';

export const job = {
  jobId: 'job_1',
  kind: 'bulk',
  entity: 'boat',
  action: 'changeState',
  state: 'RUNNING',
  total: 10,
  processed: 4,
  percent: 40,
  createdAt: new Date(1_799_999_000_000).toISOString(),
  messages: [],
};

const run = {
  id: 'run_1',
  runId: 'run_1',
  trigger: 'MANUAL',
  error: '',
  messageKey: '',
  createdAt: '2027-01-15T08:00:00.000Z',
  name: 'auth.cleanup',
  state: 'RUNNING',
  summary: {},
  params: {},
};

export const scheduled = {
  name: 'auth.cleanup',
  descriptionKey: 'cron.auth.cleanup',
  schedule: '20 * * * *',
  fields: '20 * * * *',
  timeZone: 'UTC',
  overlap: 'SKIP',
  downtime: null,
  enabled: true,
  upcoming: [],
  recent: [],
  params: [],
  stats30d: { runs: 1, failed: 0, skipped: 0, p95Ms: 1 },
};

const status = {
  at: '2027-01-15T08:00:00.000Z',
  from: '2027-01-14T08:00:00.000Z',
  state: 'OK',
  copies: [],
  queues: [],
  disk: null,
  backupAt: null,
  unknown: [],
};

export const fine = ({ path }: Call): Reply => {
  const at = path.split('?')[0];
  if (at === '/api/refreshToken') return { body: newTokens(900) };
  if (at === '/api/job') return { body: { results: [job], totalResults: 1 } };
  if (at === '/api/translation/coverage') return { body: { results: [], totalResults: 0 } };
  if (at === '/api/search') return { body: { results: [], totalResults: 0 } };
  if (at === '/api/scheduler/list') return { body: { results: [], totalResults: 0 } };
  if (at === '/api/scheduler/run') return { body: { results: [run], totalResults: 1 } };
  if (at === '/api/scheduler/run/run_1') return { body: { ...run, lines: [] } };
  if (at === '/api/pool/import/progress') return { body: { jobId: 'imp_1', state: 'RUNNING' } };
  if (at === '/api/status') return { body: status };
  if (at === '/api/dashboard') return { body: { cards: [], activity: [] } };
  if (at === '/api/freelancer/1/export') return { status: 202, body: { jobId: 'job_2', statusUrl: '/api/job/job_2' } };
  if (at === '/napi/localize') return { body: {}, headers: { etag: '"v1"' } };
  return { body: { ...job, jobId: at?.slice('/api/job/'.length) } };
};

export const services: Record<string, (call: Call) => Reply | Promise<Reply>> = {
  'that answers': fine,
  'that fails at once': () => ({ status: 503, body: { code: 'UNAVAILABLE', messages: ['error.unavailable'] } }),
  'that asks for patience': () => ({
    status: 429,
    headers: { 'retry-after': '60' },
    body: { code: 'TOO_MANY_REQUESTS' },
  }),
  'that cannot be reached': () => Promise.reject(new TypeError('Failed to fetch')),
  'that refuses every token': call =>
    call.path === '/api/refreshToken' ? fine(call) : { status: 401, body: { code: 'UNAUTHENTICATED' } },
  'whose tokens end at once': call => (call.path === '/api/refreshToken' ? { body: newTokens(1) } : fine(call)),
};
