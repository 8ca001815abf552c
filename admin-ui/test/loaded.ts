import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ends = ['', '.ts', '.tsx', '/index.ts'];

const namesIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name);

/** What a file imports at once; types and what comes later do not count. */
export const importsOf = (file: string) => namesIn(file, /^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm);

/** What a file draws as soon as it has come: a `lazyPart` waits for the theme and all texts as well. */
export const lazyOf = (file: string) => namesIn(file, /\blazyUnthemedPart\(\(\) => import\('([^']+)'\)/g);

/** Everything that is loaded with a file, each with the way to it. */
export const loadedWith = (start: string, namesOf = importsOf) => {
  const ways = new Map<string, string[]>([[start, []]]);
  for (const [file, way] of ways) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const name of namesOf(file)) {
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
