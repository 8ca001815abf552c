import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What has a timer and asks the service by it. Each is part of the page below. */
const pollsService = [
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
const localTimers = [
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
  expect(found).toEqual([...pollsService, ...localTimers, ...pollsUntilDone].sort());
});

it('has no query that tries again by itself', () => {
  const tries = sourcesWith(/\bretry: (true|\d)/);
  expect(tries).toEqual([]);
  expect(readFileSync(join(import.meta.dirname, 'providers/queryClient.ts'), 'utf8')).toContain('retry: false');
});
