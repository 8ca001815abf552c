import table from '../../../../directus-schema/checks.json';
import type { TextFinding } from '../../generated/answers';
import { lacksForms, splitForms } from './forms';

/*
 * What a check says against a text that may be meant as it is. The service says the same; directus-schema/testdata/checks.json
 * holds both to it.
 */

const ends = table.ends as Record<string, string>;
const without = table.without as Record<string, readonly string[]>;

const isOf = (locale: string, language: string) => locale === language || locale.startsWith(`${language}-`);

const placeholder = /%\{.*?\}/g;
const letter = /\p{L}/u;

const lengthOf = (text: string) => Math.max(...splitForms(text).map(form => [...form].length));

/** What may stand behind the mark that ends a text. */
const closing = /["'”“’‘»«)\]}>』」）】\s\u00a0\u202f]+$/u;

/** The English mark for the one that a form ends in, if any. */
const endOf = (locale: string, form: string) => {
  const text = form.replace(closing, '');
  if (text.endsWith('...')) return '…';
  const last = [...text].at(-1) ?? '';
  if (last === ';' && isOf(locale, 'el')) return '?'; // what looks like a semicolon asks in Greek
  return ends[last] ?? '';
};

/** The English mark that counts in a language: none where it does without it. */
const markFor = (locale: string, mark: string) =>
  without[mark]?.includes(locale.replace(/-.*/, '')) === true ? '' : mark;

const endsOtherwise = (locale: string, text: string, source: string) => {
  const known = splitForms(source).map(form => markFor(locale, endOf('en', form)));
  return splitForms(text).some(form => form !== '' && !known.includes(markFor(locale, endOf(locale, form))));
};

/** Looks at a text beside the one it is made from; nothing is said of one that is missing. */
export const findingsOf = (locale: string, text: string, source: string | undefined): TextFinding[] => {
  if (text === '') return [];
  const found: TextFinding[] = [];
  if (source) {
    const hasWords = letter.test(text.replace(placeholder, ''));
    if (hasWords && !isOf(locale, 'en') && text.trim() === source.trim()) found.push('SAME');
    if (lengthOf(text) > table.longerThan * lengthOf(source)) found.push('LONGER');
    if (endsOtherwise(locale, text, source)) found.push('ENDING');
  }
  if (lacksForms(locale, text, source)) found.push('FORMS');
  return found;
};
