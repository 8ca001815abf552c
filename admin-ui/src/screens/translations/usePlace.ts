import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '../../router/useSearch';
import type { Language } from '../../providers/content';
import { defaultSet, sourceLocale } from './calls';
import { usedLanguages } from './coverageCalls';
import type { Narrowing } from './sheet';

/** Asks for a list of the texts of one language. */
export const listView = 'list';

/** The texts of one language in one state, which is added to the languages that are shown. */
export const pickOf = (locales: readonly string[], locale: string, state: string) => ({
  state,
  locale,
  ...(!locales.includes(locale) && { locales: locale }),
});

const atFirst = 5; // languages side by side, before one chooses

/** What the address says about the grid: whose texts, in which languages, narrowed by what, and whether one by one. */
export const usePlace = (offered: readonly Language[] | undefined) => {
  const [query, change] = useSearch();
  const [client, text, state, locale] = ['client', 'text', 'state', 'locale'].map(name => query.get(name) ?? '');
  const set = Number(client) || defaultSet;
  const { data: used } = useQuery(usedLanguages(set));
  const named = query.get('locales') ?? '';
  const isList = query.get('view') === listView;
  const locales = useMemo(() => {
    const all = (offered ?? []).filter(({ active }) => active).map(({ iso }) => iso);
    // At first those that the set has: nobody misses texts in a language that nobody has.
    const own = all.filter(iso => used === undefined || used.includes(iso));
    const wanted = named ? named.split(',').filter(iso => all.includes(iso)) : own.slice(0, atFirst);
    const rest = locale && all.includes(locale) ? [...wanted, locale] : wanted;
    if (isList) return [rest.find(iso => iso !== sourceLocale && (named !== '' || locale !== '')) ?? sourceLocale];
    return [...new Set([sourceLocale, ...rest])];
  }, [offered, used, named, locale, isList]);
  const by = useMemo(
    (): Narrowing => ({ text: text ?? '', state: state ?? '', locale: locale ?? '' }),
    [text, state, locale],
  );
  return { client: set, locales, isList, by, change };
};
