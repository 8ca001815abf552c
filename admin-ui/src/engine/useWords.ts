import { useLocale, useTranslate } from 'ra-core';
import { formatNumber, inSentence } from '../format/format';
import { resourceLabel, useResourceMeta } from '../meta';

/** The words for the resource at hand, as a sentence needs them, and its numbers. */
export const useWords = () => {
  const meta = useResourceMeta();
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  return {
    t,
    locale,
    name: inSentence(locale, t(resourceLabel(meta, 'name'))),
    plural: inSentence(locale, t(resourceLabel(meta, 'plural'))),
    number: (value: number) => formatNumber(locale, value),
  };
};
