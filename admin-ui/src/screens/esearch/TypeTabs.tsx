import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import type { IndexStatus } from '../../generated/answers';
import { isWithin } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import { useLocation } from '../../router/useLocation';
import { Chip } from '../../ui/Chip';
import { placeOf } from './types';
import '../../ui/tabs.css';

/** The types with their documents, and how many of them differ from the database. */
export const TypeTabs = ({ all }: { all: readonly IndexStatus[] }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { pathname } = useLocation();
  return (
    <nav className="tabs" aria-label={t('esearch.title')}>
      {all.map(({ type, documents, drift }) => (
        <Link key={type} to={placeOf(type)} aria-current={isWithin(pathname, placeOf(type)) ? 'page' : undefined}>
          {t(`esearch.tab.${type}`, { _: type })}
          <span className="n">{formatNumber(locale, documents)}</span>
          {drift !== null && drift.open > 0 && (
            <Chip tone="warn" isLoud>
              {t('esearch.differ', { n: formatNumber(locale, drift.open) })}
            </Chip>
          )}
        </Link>
      ))}
    </nav>
  );
};
