import { useMemo } from 'react';
import { useLocale } from 'ra-core';
import { nameOf } from '../format/format';
import { useSessionContext } from './context';

/** The languages the panel is delivered in; they hold where no client names its own. */
const shipped = ['de', 'en'];

const ownNameOf = (locale: string) => {
  const name = nameOf(locale, 'language', locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};

/** The language shown and those to choose from, each by its own name; one that is chosen already is among them. */
export const useLanguages = (chosen?: string) => {
  const locale = useLocale() ?? 'en';
  const { context } = useSessionContext();
  const offered = context.clientLanguages.length > 0 ? context.clientLanguages : shipped;
  const languages = useMemo(
    () =>
      [...new Set([...offered, locale, ...(chosen ? [chosen] : [])])]
        .sort()
        .map(value => ({ value, label: ownNameOf(value) })),
    [offered, locale, chosen],
  );
  return { locale, languages };
};
