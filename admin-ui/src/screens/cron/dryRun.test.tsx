import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../../directus-schema/seed/en/cron.json';
import { noMeta } from '../../../test/Panel';
import type { ScheduledJob, ScheduledRunShort } from '../../generated/answers';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { JobTable } from './JobTable';

const run = (runId: string, own: Partial<ScheduledRunShort>): ScheduledRunShort => ({
  runId,
  state: 'SUCCEEDED',
  trigger: 'MANUAL',
  dryRun: false,
  startedAt: '2026-11-20T08:00:00.000Z',
  finishedAt: '2026-11-20T08:00:01.000Z',
  durationMs: 1000,
  summary: {},
  messageKey: '',
  ...own,
});

/** Draws the list with one job that has these runs, the latest first. */
const list = (...recent: ScheduledRunShort[]) => {
  // the list reads no other field of a job
  const job = {
    name: 'project.closeExpired',
    descriptionKey: 'cron.project.closeExpired',
    schedule: '15 1 * * *',
    fields: '15 1 * * *',
    timeZone: 'UTC',
    overlap: 'SKIP',
    downtime: null,
    enabled: true,
    running: false,
    recent,
    lastRun: recent[0] ?? null,
    stats30d: { runs: 0, failed: 0, skipped: 0, p95Ms: 0 },
    params: [],
  } as unknown as ScheduledJob;
  drawWith(
    <MetaContext value={noMeta}>
      <JobTable jobs={[job]} chosen={new Set()} />
    </MetaContext>,
    words,
  );
};

it('calls a dry run one, and never a success', () => {
  list(run('2', { dryRun: true }));
  expect(screen.getByText('Dry run')).toBeVisible();
  expect(screen.queryByText('Succeeded')).toBeNull();
  expect(screen.getByRole('img')).toHaveAccessibleName('Last 1 run: 0 succeeded, 0 failed, 0 left out, 1 dry');
});

it('shows how the last run ended that a dry run follows', () => {
  list(run('2', { dryRun: true }), run('1', { state: 'FAILED' }));
  expect(screen.getByText('Dry run')).toBeVisible();
  expect(screen.getByText('Failed')).toBeVisible();
  expect(screen.getByRole('img')).toHaveAccessibleName('Last 2 runs: 0 succeeded, 1 failed, 0 left out, 1 dry');
});

it('says of a dry run that failed that it failed', () => {
  list(run('2', { dryRun: true, state: 'FAILED' }));
  expect(screen.getByText('Failed')).toBeVisible();
});
