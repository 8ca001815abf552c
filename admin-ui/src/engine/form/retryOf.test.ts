// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { HttpError } from '../../providers/httpError';
import { retryOf } from './retryOf';

it.each([
  [0, true],
  [403, false],
  [409, false],
  [422, false],
  [429, true],
  [500, true],
  [503, true],
])('a failure with status %i can be tried again: %s', (status, can) => {
  expect(retryOf({ error: new HttpError(status, {}), refetch: () => undefined }) !== undefined).toBe(can);
});

it('makes the call that failed once more, with what it was given', () => {
  const [mutate, refetch] = [vi.fn(), vi.fn()];
  retryOf({ error: null, refetch }, { error: new HttpError(503, {}), mutate, variables: { name: 'Petrel' } })?.();
  expect(mutate).toHaveBeenCalledWith({ name: 'Petrel' });
  expect(refetch).not.toHaveBeenCalled();
});

it('stands at every failure of something that is saved', () => {
  const source = join(import.meta.dirname, '../..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => /(?<!test)\.tsx$/.test(file));
  const without = files.flatMap(file =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/<Refusal (?![^>]*onRetry)[^>]*?\/>/g)].map(
      ([text]) => `${file}: ${text}`,
    ),
  );
  // What is only read says why in place; opening it again asks again.
  const onlyReads =
    /History|PairPage.*pair\.error|OverviewPage|audit|AssignPage|Drawer\.tsx|ProjectApplications|ComparePage|Mails/;
  expect(without.filter(line => !onlyReads.test(line))).toEqual([]);
});
