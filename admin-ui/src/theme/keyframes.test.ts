// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

it('has one animation of a name: of two the sheet loaded last decides for both', () => {
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.css'));
  const texts = sheets.map(file => readFileSync(join(source, file), 'utf8'));
  const names = texts.flatMap(text => [...text.matchAll(/@keyframes\s+([\w-]+)/g)].map(([, name]) => name));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  const used = texts.flatMap(text => [...text.matchAll(/animation: ([a-z][\w-]*)/g)].map(([, name]) => name));
  expect(used.filter(name => name !== 'none' && !names.includes(name))).toEqual([]);
});
