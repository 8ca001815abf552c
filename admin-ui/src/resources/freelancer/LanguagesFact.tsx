import { useLocale } from 'ra-core';
import { nameOf } from '../../format/format';
import type { CellProps } from '../../engine/overrideProps';
import type { Freelancer } from '../../generated/resources';

/** The languages somebody speaks, each with its level. */
export const LanguagesFact = ({ record }: CellProps<Freelancer>) => {
  const locale = useLocale() ?? 'en';
  return (
    <>
      {record.languages
        .map(({ code, level }) => [nameOf(locale, 'language', code), level].filter(Boolean).join(' '))
        .join(', ')}
    </>
  );
};
