// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as ours from '../shims/inflection.js';

/*
 * Each shim of vite.config.ts stands in for a part of a library. These tests fail when a new version of the library asks
 * for that part in another way, or for more of it: then the shim, and its reason, are to be looked at again.
 */

const require = createRequire(import.meta.url);
const dist = 'node_modules/ra-core/dist';
const polyglot = readFileSync(require.resolve('node-polyglot'), 'utf8');

/** Every import of a module in ra-core as the browser gets it: file and names. */
const importsOf = (module: RegExp) =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.js'))
    .flatMap(file => {
      const text = readFileSync(join(dist, file), 'utf8');
      return [...text.matchAll(/^import\s+([^;'"]+?)\s+from\s+['"]([^'"]+)['"]/gm)]
        .filter(([, , from = '']) => module.test(from))
        .map(([, names = '']) => `${file}: ${names.replaceAll(/\s+/g, ' ')}`);
    })
    .sort();

describe('what polyglot brings for old browsers', () => {
  it('is asked for three parts, and for nothing else', () => {
    const parts = [...polyglot.matchAll(/require\('([^']+)'\)/g)].map(([, part]) => part);
    expect([...new Set(parts)].sort()).toEqual(['hasown', 'object.entries', 'warning']);
  });

  it('is what every browser has', () => {
    const made = { a: 1, toString: 2 };
    const from = dirname(require.resolve('node-polyglot'));
    for (const [part, shim] of [
      ['object.entries', '../shims/entries.cjs'],
      ['hasown', '../shims/hasown.cjs'],
    ] as const) {
      const theirs = require(require.resolve(part, { paths: [from] })) as (of: object, name?: string) => unknown;
      const own = require(shim) as typeof theirs;
      for (const name of ['a', 'toString', 'valueOf']) expect(own(made, name)).toEqual(theirs(made, name));
    }
  });

  it('warns nobody, as the panel tells of missing texts itself', () => {
    expect(polyglot).toContain('warning(false, message)');
    expect((require('../shims/warning.cjs') as () => unknown)()).toBeUndefined();
  });
});

describe('what ra-core imports and the panel does not run', () => {
  it('guesses words from names in these places, by these functions', () => {
    const names = importsOf(/^inflection$/).flatMap(line =>
      [...(line.split(': ')[1] ?? '').matchAll(/\w+/g)].map(String),
    );
    expect([...new Set(names)].sort()).toEqual(Object.keys(ours).sort());
    expect(ours.humanize('asItIs')).toBe('asItIs');
  });

  it('writes exports in one place', () => {
    expect(importsOf(/^jsonexport/)).toEqual(['export/defaultExporter.js: jsonExport']);
  });

  it('takes the router of the library in one place', () => {
    expect(importsOf(/adapters\/reactRouterProvider/).map(line => line.split(': ')[1])).toEqual(
      expect.arrayContaining(['{ reactRouterProvider }']),
    );
    expect([...new Set(importsOf(/^react-router/).map(line => line.split(': ')[0]))]).toEqual([
      'routing/TestMemoryRouter.js', // which no product imports
      'routing/adapters/reactRouterProvider.js',
    ]);
  });
});
