import { isSame, type Values } from '../../../engine/form/changes';
import type { VmsMapping } from '../../../generated/resources';

export type Rule = VmsMapping['rules'][number];

/** The rules of a form, which may hold what is only begun. */
export const rulesOf = (value: unknown): Rule[] =>
  (Array.isArray(value) ? value : []).map(rule => ({ ...emptyRule, ...(rule as Partial<Rule> | null) })); // as the service declares them

export const emptyRule: Rule = {
  target: '',
  jq: '',
  required: false,
  default: '',
  when: '',
  maxLength: 0,
  maxLengthError: false,
  note: '',
  off: false,
};

/** The mapping as it stands in the form. A rule without target or program is only begun: it is left out like one that is off. */
export const documentOf = ({ direction, entity, lookups, rules }: Values) => ({
  direction,
  entity,
  lookups: lookups ?? {},
  rules: rulesOf(rules).map(rule =>
    rule.target.trim() === '' || rule.jq.trim() === ''
      ? { ...rule, target: rule.target || 'begun', jq: rule.jq || 'null', off: true }
      : rule,
  ),
});

/** A rule moved to another place in the order. */
export const movedRule = (rules: readonly Rule[], from: number, to: number) => {
  const rest = rules.filter((_, i) => i !== from);
  const rule = rules[from];
  return rule ? [...rest.slice(0, to), rule, ...rest.slice(to)] : [...rules];
};

/** The target of a copy: one that no rule has yet. */
export const copiedTarget = (target: string, rules: readonly Rule[]) => {
  const used = new Set(rules.map(rule => rule.target));
  const free = (n: number): string => (used.has(`${target}${n}`) ? free(n + 1) : `${target}${n}`);
  return target === '' ? '' : free(2);
};

/** How the rule for a target differs between two versions. */
export interface RuleChange {
  target: string;
  before: Rule | undefined;
  after: Rule | undefined;
  /** The parts that differ; empty where the rule came or went. */
  parts: (keyof Rule)[];
}

/** What differs between the rules of two versions, by target, in the order of the newer one. */
export const ruleChanges = (before: readonly Rule[], after: readonly Rule[]): RuleChange[] => {
  const targets = [...new Set([...after, ...before].map(({ target }) => target))];
  return targets.flatMap(target => {
    const [was, is] = [before, after].map(rules => rules.find(rule => rule.target === target));
    const names = Object.keys(emptyRule) as (keyof Rule)[]; // the keys of a literal are exactly its names
    const parts = was && is ? names.filter(name => !isSame(was[name] || null, is[name] || null)) : [];
    return was && is && parts.length === 0 ? [] : [{ target, before: was, after: is, parts }];
  });
};
