import type { Text } from '../../providers/content';
import { formsOf } from '../../providers/plurals';
import { formsIn, hasOtherCount, joinForms, lacksForms, splitForms } from './forms';

/** The state of a cell of the grid: that of its text, unless it has none or cannot be shown as it is. */
export type CellState = 'MISSING' | 'DRAFT' | 'TRANSLATED' | 'REVIEWED' | 'STALE' | 'BROKEN';

/** The states that ask for a hand, in the order they are offered. */
export const openStates: readonly CellState[] = ['MISSING', 'STALE', 'BROKEN', 'DRAFT'];

const pattern = /%\{(.*?)\}/g;

/** The names a text has values put in for, over all its forms. */
const placeholdersOf = (text: string) =>
  text.includes('%{') ? new Set([...text.matchAll(pattern)].map(match => match[1] ?? '')) : none;

const none: ReadonlySet<string> = new Set();

/** What a text holds too little and too much of. */
interface Mismatch {
  missing: string[];
  unknown: string[];
}

/** Compares the placeholders of a text with those of the one it is made from; undefined when they fit. */
export const mismatchOf = (text: string, source: string | undefined): Mismatch | undefined => {
  if (source === undefined) return undefined;
  const [have, want] = [placeholdersOf(text), placeholdersOf(source)];
  const missing = [...want].filter(name => !have.has(name));
  const unknown = [...have].filter(name => !want.has(name));
  return missing.length + unknown.length > 0 ? { missing, unknown } : undefined;
};

/** The state a cell shows. A text may lack forms on purpose. */
export const stateOf = (text: Text | undefined, source: string | undefined, meansForms = false): CellState => {
  if (!text || text.messageValue === '') return 'MISSING';
  if (text.state === 'STALE') return 'STALE'; // what is wrong with it is said once somebody opens it
  if (mismatchOf(text.messageValue, source)) return 'BROKEN';
  if (!meansForms && lacksForms(text.locale, text.messageValue, source)) return 'BROKEN';
  // The service knows no other states of a text than these. A text that was mended a moment ago is still called broken.
  return text.state === 'BROKEN' ? 'TRANSLATED' : (text.state as CellState);
};

/** How long a text may be without a limit of its own. */
export const longest = 10_000;

/** What prevents saving a text. */
export interface Problems {
  mismatch?: Mismatch | undefined;
  /** How many forms it has, and how many its language asks for. */
  forms?: { have: number; want: number } | undefined;
  tooLong?: number | undefined;
  isEmpty: boolean;
}

/** A text as it is typed: its language, and what it is made from. */
interface Made {
  locale: string;
  source: string | undefined;
}

/** Checks a text before it is sent. Wrong placeholders and forms may be saved all the same, on purpose. */
export const problemsOf = (fields: readonly string[], { locale, source }: Made, limit = longest): Problems => {
  const text = joinForms(fields);
  return {
    mismatch: mismatchOf(text, source),
    forms: hasOtherCount(locale, text, source) ? { have: formsIn(text), want: formsOf(locale).length } : undefined,
    tooLong: [...text].length > limit ? limit : undefined,
    isEmpty: formsIn(text) > 1 ? splitForms(text).includes('') : text === '',
  };
};

/** Whether the text is only saved when one says that it is meant. */
export const isDoubtful = ({ mismatch, forms }: Problems) => mismatch !== undefined || forms !== undefined;

/** Whether the service would refuse the text whatever one says. */
export const isRefused = ({ tooLong, isEmpty }: Problems) => isEmpty || tooLong !== undefined;
