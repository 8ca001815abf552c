/** One property of the candidates: what each says, as text, and which are the best of the row. */
export interface Row {
  name: string;
  /** Its words, already translated. */
  label: string;
  texts: string[];
  /** A second, quieter word for each: what is missing, what is wrong. */
  notes?: (string | undefined)[];
  best?: boolean[];
}

/** Rows that belong together. */
export interface RowGroup {
  name: string;
  rows: Row[];
}

/** Whether the candidates differ in it. */
export const isDifferent = ({ texts }: Row) => new Set(texts).size > 1;

/** Which values are the lowest or the highest: none while all are alike or only one is known. */
export const bestOf = <T extends number | string>(
  values: readonly (T | null | undefined)[],
  wanted: 'low' | 'high',
) => {
  const known = values.filter(value => value !== null && value !== undefined && value !== '') as T[]; // what is left is there
  if (known.length < 2 || new Set(known).size === 1) return values.map(() => false);
  const best = known.reduce((a, b) => ((wanted === 'low' ? b < a : b > a) ? b : a));
  return values.map(value => value === best);
};

/** Which texts are not what most of them say; where there is no most, all of them. */
export const oddOnes = (texts: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  if (counts.size < 2) return texts.map(() => false);
  const most = Math.max(...counts.values());
  const usual = [...counts].filter(([, count]) => count === most);
  const common = usual.length === 1 && most > 1 ? usual[0]?.[0] : undefined;
  return texts.map(text => text !== common);
};

/** How many of the wanted words somebody has, whatever their case, and which are missing. */
export const matchOf = (wanted: readonly string[], has: readonly string[]) => {
  const known = new Set(has.map(word => word.toLowerCase()));
  const missing = wanted.filter(word => !known.has(word.toLowerCase()));
  return { count: wanted.length - missing.length, missing };
};
