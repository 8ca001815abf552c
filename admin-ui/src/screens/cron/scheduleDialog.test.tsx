import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../../directus-schema/seed/en/cron.json';
import type { SchedulePreview, ScheduledJob } from '../../generated/answers';
import { drawWith } from '../../ui/ui.fixture';
import { DowntimeNotice } from './RunFacts';
import { UpcomingRuns } from './UpcomingRuns';

const preview: SchedulePreview = {
  fields: '30 2 * * *',
  timeZone: 'Europe/Berlin',
  localZone: 'Europe/Berlin',
  upcoming: [
    { at: '2026-03-28T01:30:00.000Z', local: '2026-03-28T02:30+01:00', scheduled: '02:30', change: 'NONE' },
    { at: '2026-03-29T01:00:00.000Z', local: '2026-03-29T03:00+02:00', scheduled: '02:30', change: 'SKIPPED' },
  ],
  changes: [
    { at: '2026-03-29T01:00:00.000Z', local: '2026-03-29T03:00+02:00', scheduled: '02:30', change: 'SKIPPED' },
    { at: '2026-10-25T00:30:00.000Z', local: '2026-10-25T02:30+02:00', scheduled: '02:30', change: 'DOUBLED' },
  ],
};

it('shows each date in UTC and by the clock of the schedule', () => {
  drawWith(<UpcomingRuns preview={preview} isBusy={false} />, words);
  expect(screen.getByRole('columnheader', { name: 'Time in Europe/Berlin' })).toBeVisible();
  const [, first, second] = screen.getAllByRole('row');
  expect(first).toHaveTextContent(/28 Mar 2026, 01:30.*28 Mar 2026, 02:30 UTC\+01:00/);
  expect(second).toHaveTextContent(/29 Mar 2026, 01:00.*29 Mar 2026, 03:00 UTC\+02:00/);
});

it('says in words which time the clock skips, and which comes twice', () => {
  drawWith(<UpcomingRuns preview={preview} isBusy={false} />, words);
  expect(screen.getByText(/^02:30 does not exist on 29 Mar 2026.*runs at 03:00 instead\.$/)).toBeVisible();
  expect(screen.getByText(/^02:30 comes twice on 25 Oct 2026.*first time only\.$/)).toBeVisible();
});

it('leaves the second column out where the clock is that of UTC', () => {
  drawWith(<UpcomingRuns preview={{ ...preview, localZone: 'UTC', changes: [] }} isBusy={false} />, words);
  expect(screen.getAllByRole('columnheader')).toHaveLength(1);
});

it('says which due times were missed, and whether a run made up for them', () => {
  const downtime: ScheduledJob['downtime'] = {
    from: '2026-11-20T14:10:00.000Z',
    until: '2026-11-21T07:50:00.000Z',
    count: 107,
    madeUp: true,
  };
  drawWith(<DowntimeNotice downtime={downtime} />, words);
  expect(
    screen.getByText(/^107 due times were missed.*from .*14:10 to .*07:50 UTC\. One run made up for all of them\.$/),
  ).toBeVisible();
});
