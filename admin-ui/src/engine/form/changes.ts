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
}

/** What two changes of the same record make together, and where they disagree. */
interface Merge {
  /** The fields to save on top of theirs: only what I changed and they did not, until conflicts are decided. */
  mine: Values;
  conflicts: Conflict[];
}

/** Compares what I started from, what I made of it and what somebody else made of it. */
export const threeWay = (base: Values, values: Values, theirs: Values, names: readonly string[]): Merge => {
  const merge: Merge = { mine: {}, conflicts: [] };
  for (const field of changedFields(base, values, names)) {
    const isTheirs = !isSame(base[field], theirs[field]);
    if (isTheirs && isSame(values[field], theirs[field])) continue; // both made the same change
    if (isTheirs) merge.conflicts.push({ field, base: base[field], mine: values[field], theirs: theirs[field] });
    else merge.mine[field] = values[field];
  }
  return merge;
};
