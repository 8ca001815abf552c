import { useLocale } from 'ra-core';
import type { Option } from './option';

/** More options than this are put in the order of their words and can be searched. */
const fewOptions = 12;

/** Whether there are so many options that one has to search. */
export const isLong = (options: readonly Option[]) => options.length > fewOptions;

/** The options whose words hold what was typed, in the order of their words. */
export const useKnown = (options: Option[], typed: string) => {
  const locale = useLocale() ?? 'en';
  const wanted = typed.trim().toLocaleLowerCase(locale);
  return options
    .filter(({ text }) => text.toLocaleLowerCase(locale).includes(wanted))
    .sort((a, b) => a.text.localeCompare(b.text, locale));
};
