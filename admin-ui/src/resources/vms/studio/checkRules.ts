import { request } from '../../../providers/http';
import { HttpError } from '../../../providers/httpError';
import type { Problem } from '../useTrial';
import type { documentOf } from './rules';

export interface Checked {
  problems: Problem[];
  warnings: Problem[];
}

type Document = Pick<ReturnType<typeof documentOf>, 'entity' | 'lookups' | 'rules'>;

const check = async (document: Document, signal: AbortSignal): Promise<Checked> =>
  (await request<Checked>('POST', '/api/vms/mappingCheck', { body: document, signal })).data;

/** What the service says against fields of single rules, such as one that is empty or too long. */
const refusedRules = (error: HttpError, { rules }: Document): Problem[] =>
  Object.keys(error.fieldErrors).flatMap(path => {
    const [, number, field = ''] = /^rules\[(\d+)\]\.(\w+)/.exec(path) ?? [];
    const saying = error.sayingOf(path);
    if (number === undefined || !saying) return [];
    const rule = Number(number);
    const target = rules[rule]?.target ?? '';
    return [{ rule, target, field, code: '', message: '', text: saying.key, params: saying.params }];
  });

/** Checks the rules of a mapping. Where some cannot be read, what is wrong with them is said beside what is wrong with the others. */
export const checkRules = async (document: Document, signal: AbortSignal): Promise<Checked> => {
  try {
    return await check(document, signal);
  } catch (error) {
    const refused = error instanceof HttpError ? refusedRules(error, document) : [];
    if (refused.length === 0) throw error;
    const isRefused = (at: number) => refused.some(({ rule }) => rule === at);
    const others = [...document.rules.keys()].filter(at => !isRefused(at));
    const rest = await check({ ...document, rules: document.rules.filter((_, at) => !isRefused(at)) }, signal);
    const inPlace = (problem: Problem) => ({ ...problem, rule: others[problem.rule] ?? problem.rule });
    return { problems: [...refused, ...rest.problems.map(inPlace)], warnings: rest.warnings.map(inPlace) };
  }
};
