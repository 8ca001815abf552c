import type { ShortlistWeights } from '../../../generated/answers';

/** One thing that gives points. */
export type Part = keyof ShortlistWeights;

/** In the order in which they are shown. */
export const parts = ['skills', 'rate', 'availability', 'place', 'experience'] as const satisfies readonly Part[];

const allPoints = 100;

/** The weights with one changed: the others share what is left as they did, so that all are 100 together. */
export const rebalance = (weights: ShortlistWeights, changed: Part, value: number): ShortlistWeights => {
  const others = parts.filter(part => part !== changed);
  const left = allPoints - value;
  const sum = others.reduce((total, part) => total + weights[part], 0);
  const share = (part: Part) => (sum === 0 ? left / others.length : (left * weights[part]) / sum);
  const next = { ...weights, [changed]: value };
  for (const part of others) next[part] = Math.floor(share(part));
  const rest = allPoints - parts.reduce((total, part) => total + next[part], 0);
  const byFraction = others.toSorted((a, b) => (share(b) % 1) - (share(a) % 1));
  for (const part of byFraction.slice(0, rest)) next[part] += 1;
  return next;
};
