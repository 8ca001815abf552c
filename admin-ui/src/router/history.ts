import type {
  RouterBlockerFunction,
  RouterHistoryAction,
  RouterLocation,
  RouterNavigateOptions,
  RouterTo,
} from 'ra-core';
import { inbound, outbound, wasList, unfilteredList } from './dialect';

/** What this router keeps in an entry of the browser's history. `at` counts the entries, so that a step can be undone. */
interface Entry {
  at: number;
  key: string;
  state?: unknown;
}

/** A guard on leaving: asks `shouldBlock`, and hands `onBlocked` the step it held back. */
interface Guard {
  shouldBlock: RouterBlockerFunction;
  onBlocked: (next: RouterLocation, proceed: () => void) => void;
}

const listeners = new Set<() => void>();
const guards = new Set<Guard>();
let isPassing = false;
let isUndoing = false;

const newKey = () => Math.random().toString(36).slice(2, 10);

const entryOf = (state: unknown): Entry | undefined =>
  typeof state === 'object' && state !== null && 'at' in state
    ? (state as Entry) // only this file writes states with `at`
    : undefined;

const read = (): RouterLocation => {
  const entry = entryOf(history.state);
  return {
    pathname: location.pathname,
    search: inbound(location.search),
    hash: location.hash,
    state: entry?.state,
    key: entry?.key ?? 'default',
  };
};

let at = entryOf(history.state)?.at ?? 0;
let current = read();

const publish = (place = read()) => {
  current = place;
  for (const listener of listeners) listener();
};

const isBlocked = (nextLocation: RouterLocation, historyAction: RouterHistoryAction, proceed: () => void) => {
  if (isPassing) return false;
  for (const guard of guards) {
    if (!guard.shouldBlock({ currentLocation: current, nextLocation, historyAction })) continue;
    guard.onBlocked(nextLocation, () => pass(proceed));
    return true;
  }
  return false;
};

/** Takes a step past the guards. A step through the history ends in `popstate`, which clears the mark. */
const pass = (step: () => void) => {
  isPassing = true;
  step();
};

/** Counts an entry that the browser made, before another one follows it. */
const mark = () => {
  if (!entryOf(history.state)) history.replaceState({ at, key: 'default' } satisfies Entry, '');
};

const onPopState = () => {
  // An entry without a count was made by the browser, by typing a hash: it comes after the current one.
  const arrived = entryOf(history.state)?.at ?? at + 1;
  const steps = arrived - at;
  if (isUndoing) {
    isUndoing = false;
    return;
  }
  if (steps !== 0 && isBlocked(read(), 'POP', () => history.go(steps))) {
    isUndoing = true;
    history.go(-steps);
    return;
  }
  isPassing = false;
  at = arrived;
  mark();
  publish(backToList(current, read()));
};

/** Back from a later page to the list as it was first shown, which has no query: it means that list, not the page kept last. */
const backToList = (left: RouterLocation, arrived: RouterLocation): RouterLocation =>
  left.pathname === arrived.pathname && wasList(left.search) && !arrived.search
    ? { ...arrived, search: unfilteredList }
    : arrived;

addEventListener('popstate', onPopState);

/** Fills in what a destination leaves out; relative paths count from the current one. */
const resolve = (to: RouterTo): RouterLocation => {
  if (typeof to !== 'string') return { pathname: current.pathname, search: '', hash: '', ...to };
  const url = new URL(to || current.pathname, location.origin + current.pathname);
  return { pathname: url.pathname, search: url.search, hash: url.hash };
};

/** The address of a location as the address bar shows it. */
export const hrefOf = (to: RouterTo) => {
  const { pathname, search, hash } = resolve(to);
  return pathname + outbound(search) + hash;
};

/** Goes to a destination, or that many entries through the history, unless a guard holds it back. */
export const navigate = (to: RouterTo | number, options: RouterNavigateOptions = {}) => {
  if (typeof to === 'number') {
    history.go(to);
    return;
  }
  const next = { ...resolve(to), state: options.state };
  const step = () => {
    const isSame = options.replace === true;
    if (!isSame) {
      mark();
      at += 1;
    }
    const entry: Entry = { at, key: newKey(), state: options.state };
    history[isSame ? 'replaceState' : 'pushState'](entry, '', hrefOf(next));
    isPassing = false;
    publish();
  };
  if (!isBlocked(next, options.replace ? 'REPLACE' : 'PUSH', step)) step();
};

/** Where we are. The object changes only when the place does. */
export const currentLocation = () => current;

/** Tells when the place changes. */
export const onLocation = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Sets a guard on leaving until the answer is called. */
export const addGuard = (guard: Guard) => {
  guards.add(guard);
  return () => void guards.delete(guard);
};
