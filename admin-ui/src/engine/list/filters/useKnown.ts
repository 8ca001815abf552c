import { useLocale } from 'ra-core';
import type { Option } from './option';

/** More options than this are put in the order of their words and can be searched. */
const fewOptions = 12;

/** The options whose words hold what was typed, and whether there are so many that one has to search. */
export const useKnown = (options: Option[], typed: string) => {
  const locale = useLocale() ?? 'en';
  const isLong = options.length > fewOptions;
  if (!isLong) return { isLong, found: options };
  const wanted = typed.trim().toLocaleLowerCase(locale);
  const found = options
    .filter(({ text }) => text.toLocaleLowerCase(locale).includes(wanted))
    .sort((a, b) => a.text.localeCompare(b.text, locale));
  return { isLong, found };
};
