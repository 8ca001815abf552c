import type { Problem } from '../useTrial';
import type { Mark } from './tokens';

const number = (value: unknown) => (typeof value === 'number' ? value : 0);
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Where in a program a problem lies, as far as that is known. */
export const rangeOf = (program: string, { params }: Problem): { from: number; to: number } | undefined => {
  const line = number(params?.['line']);
  if (line === 0) return undefined;
  const lines = program.split('\n').slice(0, line - 1);
  const start = lines.reduce((sum, one) => sum + one.length + 1, 0);
  const at =
    start +
    Array.from(program.slice(start))
      .slice(0, number(params?.['column']) - 1)
      .join('').length;
  const word = text(params?.['name']) || text(params?.['token']);
  const found = word ? program.indexOf(word, at) : -1;
  const from = found < 0 ? Math.min(at, Math.max(0, program.length - 1)) : found;
  return { from, to: from + Math.max(1, found < 0 ? 1 : word.length) };
};

/** The marks of what is wrong with a program, and of what may be. */
export const marksOf = (program: string, problems: readonly Problem[], warnings: readonly Problem[]): Mark[] =>
  [...problems.map(one => ({ one, tone: 'bad' as const })), ...warnings.map(one => ({ one, tone: 'warn' as const }))]
    .map(({ one, tone }) => ({ range: rangeOf(program, one), tone }))
    .flatMap(({ range, tone }) => (range ? [{ ...range, tone }] : []));

/** The name that was meant most likely. */
export const suggestionOf = ({ params }: Problem) => text(params?.['suggestion']);

/** The lookup that a program names and that is not there; '' of any other problem. */
export const missingLookup = ({ code, params }: Problem) => (code === 'W_LOOKUP' ? text(params?.['name']) : '');

/** A program with the name that was meant. */
export const mended = (program: string, problem: Problem) => {
  const range = rangeOf(program, problem);
  return range ? program.slice(0, range.from) + suggestionOf(problem) + program.slice(range.to) : program;
};
