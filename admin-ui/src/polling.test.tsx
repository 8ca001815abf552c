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
import { fine, scheduled, services } from './polling.fixture';

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
  const wanted = new Map<string, number[]>();
  let answer: (call: Call) => Reply | Promise<Reply> = fine;
  fakeService(call => {
    const at = `${call.method} ${call.path.split('?')[0]}`;
    wanted.set(at, [...(wanted.get(at) ?? []), performance.now()]);
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
  expect([...wanted.keys()].sort()).toEqual(
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
  for (const [at, times] of wanted) {
    const limit = at === 'POST /api/refreshToken' ? 1 : 11;
    expect(mostInTenSeconds(times), at).toBeLessThanOrEqual(limit);
  }
});
