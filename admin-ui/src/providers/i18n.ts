import type { I18nProvider, TranslationMessages } from 'ra-core';
import polyglot from 'ra-i18n-polyglot';
import { formatNumber } from '../format/format';
import { changeLocale, type Messages } from './messages';
import { missed } from './missing';
import { formAt } from './plurals';
import { saw } from './seen';

/** What polyglot asks to find the form of a number; its own rules are wrong for a dozen languages. */
const rulesOf = (locale: string) => ({
  pluralTypes: { own: (n: number) => formAt(locale, Number(n)) },
  pluralTypeToLanguages: { own: [locale] },
});

/** The number that chooses the form of a text, and stands in it as the reader's language writes it. */
class Count extends Number {
  constructor(
    value: number,
    private readonly locale: string,
  ) {
    super(value);
  }

  override toString = () => formatNumber(this.locale, this.valueOf());
}

const providerOf = (locale: string, texts: Record<string, string>) =>
  // Flat dotted keys are what polyglot itself makes of react-admin's nested ones.
  polyglot(() => texts as unknown as TranslationMessages, locale, [], {
    allowMissing: true,
    onMissingKey: (key: string) => key,
    pluralRules: rulesOf(locale),
  });

/** Builds react-admin's translator for one set of texts. A new set needs a new one, or the open screen keeps the old. */
export const buildI18n = (
  { locale, texts, borrowed = {}, hasMore = false }: Messages,
  mark = (_key: string, text: string) => text,
): I18nProvider => {
  const provider = providerOf(locale, texts);
  // A text that stands in for a missing one is inflected as in its own language.
  const others = new Map([...new Set(Object.values(borrowed))].map(of => [of, providerOf(of, texts)]));
  return {
    ...provider,
    // react-admin passes a default made from the key; a missing text must show as the key itself. Whoever gives one can do without.
    translate: (key, options = {}) => {
      const { _: spare, ...rest } = options;
      const of = borrowed[key];
      const isMissing = texts[key] === undefined;
      if (isMissing && hasMore) return spare === key ? key : ''; // it may come with the others: nobody sees its key meanwhile
      if (of || (isMissing && spare === undefined)) missed(locale, key);
      const { smart_count: count } = rest;
      const values = typeof count === 'number' ? { ...rest, smart_count: new Count(count, locale) } : rest;
      const text = (others.get(of ?? '') ?? provider).translate(key, values);
      if (isMissing) return text;
      saw(key);
      return mark(key, text);
    },
    changeLocale,
  };
};
