import type { VmsPlace } from '../../../generated/answers';

/** Tables by their name, each with what it gives by what is looked up. */
export type Lookups = Record<string, Record<string, unknown>>;

export const lookupsOf = (value: unknown) => (value ?? {}) as Lookups; // as the service declares them

/**
 * A lookup to begin with: every value of the field that the program looks up, as itself, so that only what differs has to be
 * written. Of a field that may have any value it has no entry yet.
 */
export const begunLookup = (jq: string, name: string, places: readonly VmsPlace[]): Record<string, string> => {
  const path = /([\w.]+)\s*(?:\|\s*tostring\s*)?\|\s*lookup\("([^"]+)"\)/g;
  const read = [...jq.matchAll(path)].find(([, , table]) => table === name)?.[1]?.replace(/^\./, '');
  const values = places.find(place => place.path === read)?.values ?? [];
  return Object.fromEntries(values.map(value => [value, value]));
};
