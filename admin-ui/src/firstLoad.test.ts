// @vitest-environment node
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf, lazyOf, loadedWith } from '../test/loaded';

const main = resolve(import.meta.dirname, 'main.tsx');
const madeOfMui = ([name]: [string, string[]]) => /^@(mui|emotion)\//.test(name);

it('draws the first rows without MUI, whose theme and styles are a third of what would be loaded then', () => {
  const ways = loadedWith(main);
  expect(ways.size).toBeGreaterThan(200);
  expect([...ways.keys()]).toContain(resolve(import.meta.dirname, 'ui/Button.tsx'));
  expect([...ways].filter(madeOfMui)).toEqual([]);
});

it('waits for the theme with every part made of MUI: without it the page refuses their styles', () => {
  const ways = loadedWith(main, file => [...importsOf(file), ...lazyOf(file)]);
  expect([...ways.keys()]).toContain(resolve(import.meta.dirname, 'screens/SocialCallback.tsx'));
  expect([...ways].filter(madeOfMui)).toEqual([]);
});
