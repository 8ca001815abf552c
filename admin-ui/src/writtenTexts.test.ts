// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

/** What somebody reads or hears, given as attributes or, in calls, as properties of these names. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

/** What may stand in the code. */
const allowed: readonly { reason: string; texts: RegExp; in?: string }[] = [
  { reason: 'the name of the product', texts: /^Poolkeeper$/ },
  { reason: 'what stands on the keys of a keyboard', texts: /^(Shift )?(Ctrl )?(Enter|Esc|K)$/ },
  { reason: 'the unit of milliseconds', texts: /^ms$/ },
  { reason: 'no text can be had while the service does not answer', texts: /./, in: 'screens/Unreachable.tsx' },
  { reason: 'nor while its database is gone', texts: /./, in: 'screens/outage.ts' },
  { reason: 'a sample of code', texts: /^\.application\.handle$/, in: 'resources/vms/studio/RuleRow.tsx' },
  { reason: 'samples of dates', texts: /^\d+ \w{3} \d{4}$/, in: 'screens/guidelines/Guide.tsx' },
];

const isAllowed = (name: string, text: string) =>
  allowed.some(each => each.texts.test(text) && (each.in ?? name) === name);

interface Node {
  type: string;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Words: two letters beside each other that are no entity, no mark to be replaced, and no key of a text or the beginning of one. */
const isWords = (text: string) => /\p{L}{2}/u.test(text) && !/^(&\w+;|\0.*\0|[\w-]+(\.[\w-]*)+)$/u.test(text.trim());

/** The words a value may become: of a literal, of the pieces of a template, of either branch. */
const wordsIn = (value: unknown): string[] => {
  if (!isNode(value)) return [];
  if (value.type === 'Literal' && typeof value['value'] === 'string') return [value['value']];
  if (value.type === 'TemplateElement') return [(value['value'] as { cooked: string }).cooked];
  if (value.type === 'TemplateLiteral') return (value['quasis'] as Node[]).flatMap(wordsIn);
  if (value.type === 'ConditionalExpression') return [value['consequent'], value['alternate']].flatMap(wordsIn);
  if (value.type === 'LogicalExpression') return [value['left'], value['right']].flatMap(wordsIn);
  if (value.type === 'JSXExpressionContainer') return wordsIn(value['expression']);
  return [];
};

const nameOf = (node: unknown) => (isNode(node) ? String(node['name'] ?? node['value'] ?? '') : '');

/** The texts that stand in code where somebody reads them. */
const writtenIn = (node: Node): string[] => {
  const found: string[] = [];
  if (node.type === 'JSXText') found.push(String(node['value']));
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    found.push(...(node['children'] as Node[]).filter(each => each.type === 'JSXExpressionContainer').flatMap(wordsIn));
  if (node.type === 'JSXAttribute' && spoken.has(nameOf(node['name']))) found.push(...wordsIn(node['value']));
  if (node.type === 'Property' && spoken.has(nameOf(node['key']))) found.push(...wordsIn(node['value']));
  return [...found.filter(isWords).map(text => text.trim()), ...partsOf(node).flatMap(writtenIn)];
};

const written = (name: string, code: string) => writtenIn(parseSync(name, code).program as unknown as Node);

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  name => /\.tsx?$/.test(name) && !/\.(test|fixture)\./.test(name) && !name.startsWith('generated'),
);

it('finds every way a text can stand in code', () => {
  const code = `const A = ({ is }) => <p title="One two" aria-label={is ? 'Three' : t('panel.save')}>
    Four {is && 'Five'} {t('panel.six')} <B label={\`Seven \${is}\`} kind="eight" /></p>;
    show({ title: 'Nine', key: 'ten' });`;
  expect(written('a.tsx', code).sort()).toEqual(['Five', 'Four', 'Nine', 'One two', 'Seven', 'Three']);
});

it('no text stands in the code: every one is a key, which can be translated', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap(name => {
    const texts = written(name, readFileSync(join(import.meta.dirname, name), 'utf8'));
    return texts.filter(text => !isAllowed(name, text)).map(text => `${name}: ${text}`);
  });
  expect(found).toEqual([]);
});
