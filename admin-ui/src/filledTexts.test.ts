// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

interface Node {
  type: string;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const seed = join(import.meta.dirname, '../../directus-schema/seed/en');
const texts = new Map(
  readdirSync(seed)
    .filter(name => name.endsWith('.json'))
    .flatMap(name => Object.entries(JSON.parse(readFileSync(join(seed, name), 'utf8')) as Record<string, string>)),
);

/** The keys that are asked for with nothing to fill their texts with. */
const keysWithoutValuesIn = (node: Node): string[] => {
  const [key, ...rest] = (node['arguments'] ?? []) as Node[];
  const isTranslated = node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 't';
  const isWithoutValues = isTranslated && key?.type === 'Literal' && rest.length === 0;
  const inside = Object.values(node).flat().filter(isNode).flatMap(keysWithoutValuesIn);
  return isWithoutValues ? [String(key['value']), ...inside] : inside;
};

const keysWithoutValues = (name: string, code: string) =>
  keysWithoutValuesIn(parseSync(name, code).program as unknown as Node);

it('sees a key with nothing to fill it with, and none with it', () => {
  expect(keysWithoutValues('a.tsx', "t('a.b', { name }); say('e.f'); <p title={t('c.d')} />")).toEqual(['c.d']);
});

it('every text with a gap is asked for with what fills it', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    name => /\.tsx?$/.test(name) && !/\.(test|fixture)\./.test(name) && !name.startsWith('generated'),
  );
  const found = files.flatMap(name =>
    keysWithoutValues(name, readFileSync(join(import.meta.dirname, name), 'utf8'))
      .filter(key => texts.get(key)?.includes('%{'))
      .map(key => `${name}: ${key}`),
  );
  expect(found).toEqual([]);
});
