// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf, lazyOf, loadedWith } from '../test/loaded';

/*
 * The first screen of a list is drawn with the texts of content/first.json alone. What comes by `lazyPart` waits for the others;
 * all that comes without must do with these.
 */

const seed = '../directus-schema/seed/en';
const known = readdirSync(seed).flatMap(file =>
  Object.keys(JSON.parse(readFileSync(join(seed, file), 'utf8')) as object),
);
const first = JSON.parse(readFileSync('../extension-service/engine/content/first.json', 'utf8')) as string[];

const isFirst = (key: string) => {
  const parts = key.split('.');
  return first.some(beginning => {
    const wanted = beginning.split('.');
    return wanted.length <= parts.length && wanted.every((part, at) => part === '*' || part === parts[at]);
  });
};

/** Where the rest of a key follows, by what it is made of. */
const derived: Record<string, string> = {
  'resources.': 'a word, field, section or action of a resource: a list shows those that first.json names',
  'resources.client.fields.': 'the same of one resource',
  'setting.': 'a setting, which the change in an entry of the audit log names',
};

/** The keys that a file names, whole or as a beginning that something follows. */
const keysIn = (file: string) => {
  const text = readFileSync(file, 'utf8');
  const complete = new Set([...text.matchAll(/['"`]([\w]+(?:\.\w+)+)['"`]/g)].map(([, key]) => key));
  const beginnings = [...text.matchAll(/`(\w+\.(?:\w+\.)*)\$\{/g)]
    .map(([, key = '']) => key)
    .filter(key => !derived[key]);
  return known.filter(key => complete.has(key) || beginnings.some(beginning => key.startsWith(beginning)));
};

const at = (file: string) => relative(import.meta.dirname, file);
const files = [
  ...loadedWith(resolve(import.meta.dirname, 'main.tsx'), file => [...importsOf(file), ...lazyOf(file)]).keys(),
].filter(file => !at(file).startsWith('..') && /\.tsx?$/.test(file));

it('is drawn with its own texts', () => {
  expect(files.map(at)).toEqual(expect.arrayContaining(['layout/Sidebar.tsx', 'engine/list/ListEmpty.tsx']));
  expect(files.flatMap(keysIn).length).toBeGreaterThan(300);
  const others = files.flatMap(file => keysIn(file).flatMap(key => (isFirst(key) ? [] : [`${at(file)}: ${key}`])));
  expect(others).toEqual([]);
});

it('has no beginning that leads to no text', () => {
  const starts = known.map(key => key.split('.'));
  const idle = first.filter(beginning => {
    const wanted = beginning.split('.');
    return !starts.some(parts => wanted.every((part, i) => part === '*' || part === parts[i]));
  });
  expect(idle).toEqual([]);
});
