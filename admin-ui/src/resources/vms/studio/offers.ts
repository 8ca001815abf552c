/** A field that programs may read, with what the sample has there. */
export interface SeenPlace {
  /** Dotted, without the dot in front; [] stands for each element of a list. */
  path: string;
  kind: string;
  /** As JSON; empty where the sample has none. */
  value: string;
}

/** One thing that could be typed. */
interface Offer {
  text: string;
  kind: string;
  value: string;
}

/** What could take the place of a part of a text. */
export interface Offers {
  from: number;
  to: number;
  list: Offer[];
}

/** What a program may name. */
export interface Names {
  places: readonly SeenPlace[];
  functions: readonly string[];
  lookups: readonly string[];
}

const most = 40;

/** Those that begin with what is typed, then those that have it somewhere else. */
const matching = (offers: readonly Offer[], typed: string) => {
  const word = typed.toLowerCase();
  const begins = offers.filter(({ text }) => text.toLowerCase().startsWith(word));
  const has = offers.filter(({ text }) => text.toLowerCase().includes(word) && !begins.some(one => one.text === text));
  return [...begins, ...has].slice(0, most);
};

const pathAtEnd = /(?:\.\w*(?:\[\])?)+$/;
const wordAtEnd = /(?<![\w.$@"])[A-Za-z_]\w*$/;
const lookupAtEnd = /lookup\(\s*"([^"]*)$/;

const isInText = (before: string) => (before.replace(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1;

/** The fields right below a path. */
const childrenOf = (places: readonly SeenPlace[], parent: string): Offer[] => {
  const prefix = parent === '' ? '' : `${parent}.`;
  const found = new Map<string, Offer>();
  for (const { path, kind, value } of places) {
    const offerOf = path.replace(/\[\]/g, '');
    if (!offerOf.startsWith(prefix)) continue;
    const rest = offerOf.slice(prefix.length);
    const text = rest.split('.')[0] ?? '';
    if (text === rest) found.set(text, { text, kind, value });
    else if (!found.has(text)) found.set(text, { text, kind: 'object', value: '' });
  }
  return [...found.values()];
};

const offerOf = (kind: string) => (text: string) => ({ text, kind, value: '' });

/** What could be typed at a place in a program. Of functions two letters are typed first, unless one asks. */
export const programOffers = (
  program: string,
  caret: number,
  names: Names,
  isRequested: boolean,
): Offers | undefined => {
  const before = program.slice(0, caret);
  const offer = (typed: string, all: readonly Offer[]) => {
    const list = matching(all, typed);
    const isDone = list.length === 1 && list[0]?.text === typed;
    return list.length === 0 || isDone ? undefined : { from: caret - typed.length, to: caret, list };
  };
  const table = lookupAtEnd.exec(before);
  if (table) return offer(table[1] ?? '', names.lookups.map(offerOf('lookup')));
  if (isInText(before)) return undefined;
  const path = pathAtEnd.exec(before)?.[0];
  if (path !== undefined) {
    const steps = path.replace(/\[\]/g, '').slice(1).split('.');
    return offer(steps.at(-1) ?? '', childrenOf(names.places, steps.slice(0, -1).join('.')));
  }
  const word = wordAtEnd.exec(before)?.[0] ?? '';
  if (word.length < 2 && !isRequested) return undefined;
  const roots = childrenOf(names.places, '').map(root => ({ ...root, text: `.${root.text}` }));
  return offer(word, [...(word === '' ? roots : []), ...names.functions.map(offerOf('function'))]);
};

/** The targets that have what is typed; one that stands there already is no offer. */
export const targetOffers = (typed: string, caret: number, targets: readonly Offer[], isAsked: boolean) => {
  if (!isAsked && typed === '') return undefined;
  const list = matching(targets, isAsked && targets.some(({ text }) => text === typed) ? '' : typed.slice(0, caret));
  if (list.length === 0 || (!isAsked && list.length === 1 && list[0]?.text === typed)) return undefined;
  return { from: 0, to: typed.length, list };
};

/** Every field of a sample, by its path. */
export const placesOf = (sample: unknown, at = ''): SeenPlace[] => {
  if (Array.isArray(sample)) return sample.slice(0, 1).flatMap(one => placesOf(one, `${at}[]`));
  if (typeof sample !== 'object' || sample === null) return [];
  return Object.entries(sample).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const kind = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
    const shown = typeof value === 'object' ? '' : JSON.stringify(value);
    return [{ path, kind, value: shown }, ...placesOf(value, path)];
  });
};
