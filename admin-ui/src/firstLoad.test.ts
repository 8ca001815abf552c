// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ends = ['', '.ts', '.tsx', '/index.ts'];

/** What a file imports at once; types and what comes later do not count. */
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm)].map(
    ([, name = '']) => name,
  );

/** Everything that is loaded with a file, each with the way to it. */
const loadedWith = (start: string) => {
  const ways = new Map<string, string[]>([[start, []]]);
  for (const [file, way] of ways) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const name of importsOf(file)) {
      const place = join(dirname(file), name);
      const end = name.startsWith('.')
        ? ends.find(each => existsSync(place + each) && /\.\w+$/.test(place + each))
        : undefined;
      const found = end === undefined ? name : place + end;
      if (!ways.has(found)) ways.set(found, [...way, file]);
    }
  }
  return ways;
};

it('draws the first rows without MUI, whose theme and styles are a third of what would be loaded then', () => {
  const ways = loadedWith(resolve(import.meta.dirname, 'main.tsx'));
  expect(ways.size).toBeGreaterThan(200);
  expect([...ways.keys()]).toContain(resolve(import.meta.dirname, 'ui/Button.tsx'));
  expect([...ways].filter(([name]) => /^@(mui|emotion)\//.test(name))).toEqual([]);
});
