import type { StreamParser } from '@codemirror/language';

/** The words of a small language. */
interface Words {
  keywords: readonly string[];
  comment: RegExp | null;
}

/** jq as the mappings use it. */
export const jqWords: Words = {
  keywords:
    'def if then elif else end as reduce foreach try catch label import include and or not empty error null true false'.split(
      ' ',
    ),
  comment: /^#.*/,
};

/** The language of the rate formulas. */
export const formulaWords: Words = {
  keywords: 'and or not true false'.split(' '),
  comment: /^\/\/.*/,
};

/** What a formula may name: its variables, and functions with what they are given. */
export const formulaNames = {
  variables: (
    'talentRate payRate billRate hoursPerWeek hoursPerDay daysPerWeek markupPct marginPct mspFeePct vmsFeePct ' +
    'platformFeePct vmsFee rateMin rateMax positions isMsp tier unit currency'
  ).split(' '),
  functions: {
    abs: '(x)',
    ceil: '(x)',
    clamp: '(x, lo, hi)',
    floor: '(x)',
    margin: '(x, p)',
    markup: '(x, p)',
    max: '(x, …)',
    min: '(x, …)',
    pct: '(x, p)',
    round: '(x, digits)',
    roundTo: '(x, step)',
    toUnit: "(x, 'Day', 'Hr')",
  },
} as const;

/** Colours texts, numbers, words and variables of a small language; it does not judge them. */
export const wordStream = ({ keywords, comment }: Words): StreamParser<null> => ({
  startState: () => null,
  token: stream => {
    if (stream.eatSpace()) return null;
    if (comment && stream.match(comment)) return 'comment';
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string';
    if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
    if (stream.match(/^[.$][A-Za-z_]\w*/)) return 'propertyName';
    const word = stream.match(/^[A-Za-z_]\w*/);
    if (Array.isArray(word)) return keywords.includes(word[0]) ? 'keyword' : 'variableName';
    stream.next();
    return null;
  },
});
