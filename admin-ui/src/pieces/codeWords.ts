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
  keywords: 'and or not in let nil true false null'.split(' '),
  comment: /^\/\/.*/,
};

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
