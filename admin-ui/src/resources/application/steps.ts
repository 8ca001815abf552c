import type { PossibleStatus } from '../../generated/answers';

/** Where an application usually goes on to, the likeliest first. Everything else is among all statuses. */
const onward: Record<string, readonly string[]> = {
  uc: ['a'],
  a: ['s2c', 'sp'],
  sf: ['sp', 'a'],
  s2c: ['h'],
  rm: ['a', 'uc'],
  rv: ['s2c'],
  w: ['a', 'uc'],
};

/** The states in which somebody is meant to go on; from the others one may only come back. */
const waiting = new Set(['uc', 'a', 'sf', 's2c']);

/** The step that is next, allowed or with what prevents it: of two, the one that is nearer. */
export const nextStep = (current: string, results: readonly PossibleStatus[]) => {
  const ways = (onward[current] ?? []).flatMap(to => results.find(({ value }) => value === to) ?? []);
  const near = ways.filter(way => way.allowed || !isNoWay(way)).sort((a, b) => againstOf(a) - againstOf(b))[0];
  return near && { ...near, isMain: waiting.has(current) };
};

const isNoWay = ({ blockedBy }: PossibleStatus) => blockedBy?.some(({ key }) => key === 'transition.none') ?? false;

/** How much prevents a step. */
const againstOf = ({ allowed, blockedBy }: PossibleStatus) => (allowed ? 0 : 1 + (blockedBy?.length ?? 0));
