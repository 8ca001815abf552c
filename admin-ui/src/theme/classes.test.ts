// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

/** The sheets of the screen: what is printed is styled apart, on purpose. */
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.css') && !file.endsWith('print.css'),
);

/** The classes that a sheet styles wherever they stand, such as `.note` in `.note, .hint { … }`, and not `.form .note`. */
const classesOf = (file: string) => {
  const text = readFileSync(join(source, file), 'utf8').replace(/\/\*.*?\*\/|\([^()]*\)/gs, '');
  const heads = [...text.matchAll(/(?:^|[{}])([^{}@]+)(?=\{)/g)].map(([, head = '']) => head);
  const all = heads.flatMap(head => head.split(',')).map(selector => selector.trim());
  return new Set(all.filter(selector => /^\.[a-z][\w-]*$/i.test(selector)));
};

it('styles a class by itself in one sheet alone: of two, the one that was loaded last would change the other’s screens', () => {
  const sheetsOf = new Map<string, string[]>();
  for (const file of sheets) {
    for (const name of classesOf(file)) sheetsOf.set(name, [...(sheetsOf.get(name) ?? []), file]);
  }
  expect(sheetsOf.size).toBeGreaterThan(300);
  expect([...sheetsOf].filter(([, files]) => files.length > 1)).toEqual([]);
});
