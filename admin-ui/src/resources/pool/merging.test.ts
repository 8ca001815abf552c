import { expect, it } from 'vitest';
import { pauseOf } from './merging';

it('asks each second for half a minute, then every three, and no more once it has ended', () => {
  expect(pauseOf(undefined, 0, 0)).toBe(1000);
  expect(pauseOf('RUNNING', 0, 29_999)).toBe(1000);
  expect(pauseOf('RUNNING', 0, 30_000)).toBe(3000);
  expect(pauseOf('UNDOING', 0, 90_000)).toBe(3000);
  for (const state of ['COMPLETED', 'COMPLETED_WITH_CONFLICTS', 'FAILED', 'CANCELLED', 'UNDONE', 'PLANNED'])
    expect(pauseOf(state, 0, 0)).toBe(false);
});
