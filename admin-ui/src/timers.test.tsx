import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { noMeta, Panel } from '../test/Panel';
import { fakeService, type Call, type Reply } from '../test/service';
import { newTokens } from '../test/token';
import { JobsMenu } from './engine/jobs/JobsMenu';
import { useJob } from './engine/jobs/useJob';
import { noticeMessages } from './providers/messageVersion';
import { useFreshMessages } from './providers/useFreshMessages';
import { adopt, drop } from './providers/session';
import { ExportDialog } from './resources/freelancer/ExportDialog';
import { useProgress } from './resources/pool/merging';
import { CronJobs } from './screens/CronJobs';
import { Status } from './screens/Status';
import { Runs } from './screens/cron/Runs';
import { Dashboard } from './screens/Dashboard';
import { SearchIndex } from './screens/SearchIndex';
import { Coverage } from './screens/translations/Coverage';

/** What has a timer and asks the service by it. Each is part of the page below. */
const asks = [
  'engine/jobs/JobsMenu.tsx',
  'engine/jobs/useJob.ts',
  'providers/messages.ts',
  'providers/session.ts',
  'resources/freelancer/ExportDialog.tsx',
  'resources/pool/merging.ts',
  'screens/CronJobs.tsx',
  'screens/Dashboard.tsx',
  'screens/SearchIndex.tsx',
  'screens/Status.tsx',
  'screens/cron/Runs.tsx',
  'screens/translations/Coverage.tsx',
];

/** What has a timer and asks nothing, or asks once for what a person typed. */
const asksNothing = [
  'engine/cellEditing/useCellClicks.ts',
  'engine/list/filters/TypedLine.tsx',
  'engine/list/useTurnPage.ts',
  'providers/useIsQuiet.ts',
  'engine/useMinute.ts',
  'main.tsx',
  'layout/LoadingBar.tsx',
  'layout/PasswordModal.tsx',
  'palette/useRecords.ts',
  'ui/Tooltip.tsx',
  'ui/useSearch.ts',
  'resources/vms/studio/RuleTable.tsx',
  'engine/useStill.ts',
  'providers/bytes.ts',
  'providers/missing.ts',
  'providers/seen.ts',
  'screens/dashboard/Updated.tsx',
  'screens/esearch/Filters.tsx',
  'screens/formulas/usePreview.ts',
  'screens/translations/useDesk.ts',
  'screens/useRefusal.ts',
];

/** What asks by react-query only while work that one has started goes on, or until the content service answers again. */
const pollsUntilDone = [
  'engine/import/imports.ts',
  'resources/question/texts.ts',
  'resources/vms/setup/useSetup.ts',
  'screens/Support.tsx',
  'screens/translations/batch/planning.ts',
  'screens/translations/useSheet.ts',
  'screens/translations/LanguagesDialog.tsx',
];

const sourcesWith = (pattern: RegExp) =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file))
    .filter(file => pattern.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
    .sort();

it('knows everything that has a timer', () => {
  const found = sourcesWith(
    /\bset(Timeout|Interval)\(|refetchInterval:|\bretry(Delay)?: (?!false)[^(]*=>|new (Shared)?Worker|EventSource/,
  );
  expect(found).toEqual([...asks, ...asksNothing, ...pollsUntilDone].sort());
});

it('has no query that tries again by itself', () => {
  const tries = sourcesWith(/\bretry: (true|\d)/);
  expect(tries).toEqual([]);
  expect(readFileSync(join(import.meta.dirname, 'providers/queryClient.ts'), 'utf8')).toContain('retry: false');
});

const job = {
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
const scheduled = {
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
const fine = ({ path }: Call): Reply => {
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

const services: Record<string, (call: Call) => Reply | Promise<Reply>> = {
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

const start = 1_800_000_000_000;
const minute = 60_000;
const night = 9 * 60 * minute;

/** What the clock does, told every second of the test. */
const clocks: Record<string, (second: number) => void> = {
  'is right': () => undefined,
  'is 11 minutes fast': second => second === 0 && vi.setSystemTime(Date.now() + 11 * minute),
  'is 11 minutes slow': second => second === 0 && vi.setSystemTime(Date.now() - 11 * minute),
  'is set again and again': second => vi.setSystemTime(Date.now() + (second % 2 ? 1 : -1) * 11 * minute),
  'jumps, since the laptop slept': second => second % 60 === 30 && vi.setSystemTime(Date.now() + night),
};

const jobRows = { trouble: true, limit: 20 };

const Page = () => {
  useFreshMessages();
  useJob('job_1', jobRows);
  useProgress('imp_1', start);
  return (
    <>
      <Dashboard />
      <JobsMenu />
      <CronJobs />
      <Runs job={scheduled as never} onClose={() => undefined} />
      <SearchIndex />
      <Status />
      <Coverage client={0} onPick={() => undefined} />
      <ExportDialog
        record={{ id: 1, name: 'Ana', handle: 'F-1' } as never}
        onClose={() => undefined}
        onDone={() => undefined}
      />
    </>
  );
};

// The modules keep when they last asked, so performance.now() must go on from one test to the next.
beforeAll(() => void vi.useFakeTimers({ now: start }));
afterAll(() => vi.useRealTimers());
afterEach(async () => {
  cleanup(); // an open dialog looks after its focus twenty times a second
  drop();
  vi.unstubAllGlobals();
  vi.setSystemTime(start);
  await vi.advanceTimersByTimeAsync(minute);
});

/** At most so many in any stretch of ten seconds; a call that is repeated with a fresh token counts twice. */
const mostInTenSeconds = (times: number[]) =>
  Math.max(0, ...times.map(from => times.filter(at => at >= from && at < from + 10_000).length));

const [fineService = '', failing = ''] = Object.keys(services);
const [rightClock = '', ...wrongClocks] = Object.keys(clocks);
const every = [
  ...Object.keys(services).map(service => [service, rightClock] as const),
  ...wrongClocks.flatMap(clock => [[fineService, clock] as const, [failing, clock] as const]),
];

it.each(every)('asks a service %s at most once a second while the clock %s', async (service, clock) => {
  const asked = new Map<string, number[]>();
  let answer: (call: Call) => Reply | Promise<Reply> = fine;
  fakeService(call => {
    const at = `${call.method} ${call.path.split('?')[0]}`;
    asked.set(at, [...(asked.get(at) ?? []), performance.now()]);
    return answer(call);
  });
  adopt(newTokens(320)); // due in the middle of the test
  await act(async () => {
    render(
      <Panel meta={noMeta}>
        <Page />
      </Panel>,
    );
    await vi.advanceTimersByTimeAsync(0);
  });
  fireEvent.change(screen.getByRole('textbox', { hidden: true, name: /reason/i }), {
    target: { value: 'asked by letter' },
  });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /export/i, hidden: true })));
  answer = services[service] ?? fine;
  for (let second = 0; second < 100; second += 1) {
    clocks[clock]?.(second);
    noticeMessages(`v${second % 3}`);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
  expect([...asked.keys()].sort()).toEqual(
    expect.arrayContaining([
      'GET /api/dashboard',
      'GET /api/job',
      'GET /api/job/job_1',
      'GET /api/job/job_2',
      'GET /api/pool/import/progress',
      'GET /api/scheduler/list',
      'GET /api/scheduler/run',
      'GET /api/scheduler/run/run_1',
      'GET /api/search',
      'GET /api/status',
      'GET /api/translation/coverage',
      'GET /napi/localize',
      'POST /api/refreshToken',
    ]),
  );
  for (const [at, times] of asked) {
    const limit = at === 'POST /api/refreshToken' ? 1 : 11;
    expect(mostInTenSeconds(times), at).toBeLessThanOrEqual(limit);
  }
});
