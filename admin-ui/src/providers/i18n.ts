import type { I18nProvider, TranslationMessages } from 'ra-core';
import polyglot from 'ra-i18n-polyglot';
import { changeLocale, type Messages } from './messages';

/** Builds react-admin's translator for one set of texts. A new set needs a new one, or the open screen keeps the old. */
export const buildI18n = ({ locale, texts }: Messages): I18nProvider => {
  // Flat dotted keys are what polyglot itself makes of react-admin's nested ones.
  const provider = polyglot(() => texts as unknown as TranslationMessages, locale, [], {
    allowMissing: true,
    onMissingKey: (key: string) => key,
  });
  return {
    ...provider,
    // react-admin passes a default made from the key; a missing text must show as the key itself.
    translate: (key, options = {}) => {
      const { _: _default, ...rest } = options;
      return provider.translate(key, rest);
    },
    changeLocale,
  };
};
