// @vitest-environment node
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadedWith } from '../test/loaded';

it('draws the first rows without MUI, whose theme and styles are a third of what would be loaded then', () => {
  const ways = loadedWith(resolve(import.meta.dirname, 'main.tsx'));
  expect(ways.size).toBeGreaterThan(200);
  expect([...ways.keys()]).toContain(resolve(import.meta.dirname, 'ui/Button.tsx'));
  expect([...ways].filter(([name]) => /^@(mui|emotion)\//.test(name))).toEqual([]);
});
