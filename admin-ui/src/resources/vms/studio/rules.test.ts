import { expect, it } from 'vitest';
import words from '../../../../../directus-schema/seed/en/vms.json';
import type { Problem } from '../useTrial';
import { mended, rangeOf } from './faults';
import { copiedTarget, documentOf, emptyRule, movedRule, ruleChanges, type Rule } from './rules';
import { sentenceOf } from './sentence';
import { tokensOf } from './tokens';

const rule = (target: string, more: Partial<Rule> = {}): Rule => ({ ...emptyRule, target, jq: '.a', ...more });

const say = (key: string, params: Record<string, unknown> = {}) =>
  Object.entries(params).reduce(
    (text, [name, value]) => text.replace(`%{${name}}`, String(value)),
    (words as Record<string, string>)[key] ?? key,
  );

it.each([
  [{ jq: '.freelancer.email | ascii_downcase' }, 'freelancer.email, in small letters'],
  [{ jq: '.application.rateUnit | lookup("uom")' }, 'application.rateUnit, translated by the lookup “uom”'],
  [{ jq: '"CLIENT_DECISION"', when: '.in.status == "R"' }, 'always “CLIENT_DECISION”. Only if .in.status == "R"'],
  [
    { jq: '.project.vmsId // .project.handle', maxLength: 20 },
    'project.vmsId, or project.handle where that is empty. Cut to 20 characters',
  ],
  [{ jq: '[.a[] | select(.b)]' }, 'computed by [.a[] | select(.b)]'],
])('reads a rule as a sentence: %o', (more, sentence) => {
  expect(sentenceOf(rule('x', more), say)).toBe(sentence);
});

it('leaves a rule that is only begun out, and keeps the places of the others', () => {
  const { rules } = documentOf({ rules: [rule('', { jq: '' }), rule('b')] });
  expect(rules.map(({ off }) => off)).toEqual([true, false]);
});

it('moves a rule, and gives a copy a target of its own', () => {
  const rules = [rule('a'), rule('b'), rule('a2')];
  expect(movedRule(rules, 0, 1).map(({ target }) => target)).toEqual(['b', 'a', 'a2']);
  expect(copiedTarget('a', rules)).toBe('a3');
});

it('tells between two versions which rules came, went and changed in what', () => {
  const changes = ruleChanges([rule('a'), rule('b')], [rule('a', { required: true }), rule('c')]);
  expect(changes.map(({ target, parts, before, after }) => [target, parts, Boolean(before), Boolean(after)])).toEqual([
    ['a', ['required'], true, true],
    ['c', [], false, true],
    ['b', [], true, false],
  ]);
});

it('takes a missing part of an older version for its default', () => {
  const { off: _, ...older } = rule('a');
  expect(ruleChanges([older as Rule], [rule('a')])).toEqual([]);
});

const problem = (params: Record<string, unknown>) => ({ params }) as Problem;

it('finds the word that is wrong by line and column, and puts the one that was meant in its place', () => {
  const program = '.a |\n.rateUnit | lokup("uom")';
  const wrong = problem({ line: 2, column: 13, name: 'lokup', suggestion: 'lookup' });
  expect(rangeOf(program, wrong)).toEqual({ from: 17, to: 22 });
  expect(mended(program, wrong)).toBe('.a |\n.rateUnit | lookup("uom")');
});

it('cuts a program where what is wrong begins and ends, and loses nothing of it', () => {
  const program = '.a.b | lokup("uom") + 1';
  const tokens = tokensOf(program, [{ from: 7, to: 12, tone: 'bad' }]);
  expect(tokens.map(({ text }) => text).join('')).toBe(program);
  expect(tokens.filter(({ mark }) => mark).map(({ text, look }) => [text, look])).toEqual([['lokup', 'word']]);
});
