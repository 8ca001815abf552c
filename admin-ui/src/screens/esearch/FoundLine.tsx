import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import type { IndexAnswer } from '../../generated/answers';

/** How many documents there are, and how long it took to find them. */
export const FoundLine = ({ found }: { found: IndexAnswer | undefined }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  return (
    <span className="end t2 s13 nw" role="status">
      {found && t('esearch.found', { n: formatNumber(locale, found.totalResults), ms: found.tookMs })}
    </span>
  );
};
