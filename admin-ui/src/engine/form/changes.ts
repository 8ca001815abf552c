/** The values of a form or a record, by field. */
export type Values = Record<string, unknown>;

const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values say the same: nothing is nothing, however it is written; the order of keys does not count. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (isBlank(a) && isBlank(b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isSame(one, b[i]));
  if (isObject(a) && isObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every(key => isSame(a[key], b[key]));
  }
  if (isObject(a) && isBlank(b)) return Object.values(a).every(isBlank);
  if (isObject(b) && isBlank(a)) return Object.values(b).every(isBlank);
  return Object.is(a, b);
};

/** The fields, of those named, whose value differs from what is stored. */
export const changedFields = (base: Values, values: Values, names: readonly string[]) =>
  names.filter(name => !isSame(base[name], values[name]));

/** What to send: only what changed, and null for what was emptied. */
export const payloadOf = (values: Values, changed: readonly string[]): Values =>
  Object.fromEntries(
    changed.map(name => [name, Array.isArray(values[name]) || !isBlank(values[name]) ? values[name] : null]),
  );

/** One field that two people changed to different values. */
export interface Conflict {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** The currency whose amounts are decided as one value, with it. */
  group?: string;
}

/** What two changes of the same record make together, and where they disagree. */
interface Merge {
  /** The fields to save on top of theirs: only what I changed and they did not, until conflicts are decided. */
  mine: Values;
  conflicts: Conflict[];
}

interface Three {
  base: Values;
  values: Values;
  theirs: Values;
}

/**
 * Compares what I started from, what I made of it and what somebody else made of it. Each of `groups` is a currency with the
 * amounts in it: as soon as the currencies differ they are one value.
 */
export const threeWay = (three: Three, names: readonly string[], groups: readonly string[][] = []): Merge => {
  const merge: Merge = { mine: {}, conflicts: [] };
  const joined = groups
    .filter(group => isOneValue(three, group))
    .map(group => group.filter(field => names.includes(field)))
    .filter(group => group.length > 0);
  const alone = names.filter(field => !joined.some(group => group.includes(field)));
  for (const group of [...joined, ...alone.map(field => [field])]) mergeOne(merge, three, group);
  return merge;
};

const isOneValue = ({ base, values, theirs }: Three, [currency = '']: readonly string[]) =>
  !isSame(base[currency], values[currency]) || !isSame(base[currency], theirs[currency]);

/** Merges a field, or fields that are one value. */
const mergeOne = (merge: Merge, { base, values, theirs }: Three, group: readonly string[]) => {
  if (changedFields(base, values, group).length === 0) return;
  const differing = changedFields(values, theirs, group);
  const isTheirs = changedFields(base, theirs, group).length > 0;
  if (!isTheirs) Object.assign(merge.mine, Object.fromEntries(group.map(field => [field, values[field]])));
  else if (differing.length > 0)
    // else both made the same change
    for (const field of group.length > 1 ? group : differing)
      merge.conflicts.push({
        field,
        base: base[field],
        mine: values[field],
        theirs: theirs[field],
        ...(group.length > 1 && { group: group[0] }),
      });
};
