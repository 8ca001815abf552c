import type { TextSetAside } from '../../generated/answers';
import type { Text } from '../../providers/content';
import { type CellState, stateOf } from './check';
import { defaultSet, sourceLocale } from './calls';
import { findingsOf } from './findings';

/** The texts of one language by key. */
export type Texts = ReadonlyMap<string, Text>;

/** The texts of a set: its own, and for a client those of the product behind them; both by locale. */
export interface Sheet {
  client: number;
  own: ReadonlyMap<string, Texts>;
  behind: ReadonlyMap<string, Texts>;
  /** Findings that were set aside, once they are known. */
  aside?: DismissedTexts | undefined;
}

/** Findings that were set aside, by `locale key`. */
export type DismissedTexts = ReadonlyMap<string, readonly TextSetAside[]>;

const noneDismissed: readonly TextSetAside[] = [];

/** Those of a cell that hold: its text and what that is made from are what they were. */
export const dismissedAt = (
  asides: DismissedTexts | undefined,
  locale: string,
  key: string,
  { value, source = '' }: { value: string | undefined; source: string | undefined },
) =>
  asides?.get(sightingId(locale, key))?.filter(one => one.messageValue === value && one.source === source) ??
  noneDismissed;

/** A cell with what it shows. */
export interface Shown {
  locale: string;
  /** The set's own text. */
  text: Text | undefined;
  /** The text of the product that shows in its place. */
  inherited: Text | undefined;
  /** What it is a translation of; nothing when it is the source itself. */
  source: string | undefined;
  state: CellState;
  /** Findings about its own text that were set aside. */
  aside: readonly TextSetAside[];
}

/** The findings about the text of a cell that nobody has set aside. */
export const openFindings = ({ locale, text, source, aside }: Shown) =>
  findingsOf(locale, text?.messageValue ?? '', source).filter(found => !aside.some(({ finding }) => finding === found));

/** The English text a cell is made from: the client's own, else that of the product. */
const sourceOf = ({ client, own, behind }: Sheet, locale: string, key: string) => {
  const mine = locale === sourceLocale ? undefined : own.get(sourceLocale)?.get(key);
  const shared = client === defaultSet ? undefined : behind.get(sourceLocale)?.get(key);
  return (mine ?? shared)?.messageValue;
};

/** What a cell shows. A client without a text of its own has that of the product, which is edited there. */
export const cellOf = (sheet: Sheet, locale: string, key: string): Shown => {
  const text = sheet.own.get(locale)?.get(key);
  const inherited = text ? undefined : sheet.behind.get(locale)?.get(key);
  const source = sourceOf(sheet, locale, key);
  const dismissed = dismissedAt(sheet.aside, locale, key, { value: text?.messageValue, source });
  const meansForms = dismissed.some(({ finding }) => finding === 'FORMS');
  const state = inherited ? 'TRANSLATED' : stateOf(text, source, meansForms);
  return { locale, text, inherited, source, state, aside: dismissed };
};

/** How long the texts of a key may be: the English one of the product says so for all of them. */
export const limitOf = ({ client, own, behind }: Sheet, key: string) =>
  (client === defaultSet ? own : behind).get(sourceLocale)?.get(key)?.maxLength ?? undefined;

/** Every key of the sheet, and those that panels lacked, in the order of the alphabet of machines, which is the same for everybody. */
export const keysOf = ({ own, behind }: Sheet, sightings?: Sightings) => {
  const keys = new Set([...(sightings?.keys() ?? [])].map(id => id.slice(id.indexOf(' ') + 1)));
  for (const part of [own, behind]) for (const texts of part.values()) for (const key of texts.keys()) keys.add(key);
  return [...keys].sort();
};

/** The state of a text that a panel was asked for and did not have, until it has one. */
export const seenMissing = 'SEEN';

/** Asks for keys that nothing is known to show. */
export const notUsed = 'UNUSED';

/** Asks for texts with findings that nobody has set aside. */
export const withFinding = 'FINDING';

/** Where a text was lacking and how often, by `locale key`. */
export type Sightings = ReadonlyMap<string, { count: number; routes: string[] }>;

export const sightingId = (locale: string, key: string) => `${locale} ${key}`;

/** What the grid is narrowed by. */
export interface Narrowing {
  text: string;
  /** A state, and the language it is asked of; '' for any of those shown. */
  state: string;
  locale: string;
  /** What panels lacked, once that is asked for. */
  sightings?: Sightings | undefined;
  /** The keys that nothing is known to show, once they are asked for. */
  unused?: ReadonlySet<string> | undefined;
}

/** The keys that match. A text is sought in keys and values alike, whatever its case. */
export const narrow = (sheet: Sheet, keys: readonly string[], locales: readonly string[], by: Narrowing) => {
  const wanted = by.text.toLowerCase();
  const requested = by.locale ? [by.locale] : locales;
  const isMatch = (key: string) =>
    key.toLowerCase().includes(wanted) ||
    locales.some(locale => {
      const value = (sheet.own.get(locale)?.get(key) ?? sheet.behind.get(locale)?.get(key))?.messageValue;
      return value?.toLowerCase().includes(wanted);
    });
  const isIn = (locale: string, key: string) => {
    if (by.state === notUsed) return by.unused?.has(key) === true;
    const shown = cellOf(sheet, locale, key);
    if (by.state === withFinding) return openFindings(shown).length > 0;
    const { state } = shown;
    if (by.state !== seenMissing) return state === by.state;
    return state === 'MISSING' && by.sightings?.has(sightingId(locale, key)) === true;
  };
  if (!wanted && !by.state) return keys;
  return keys.filter(key => (!wanted || isMatch(key)) && (!by.state || requested.some(locale => isIn(locale, key))));
};
