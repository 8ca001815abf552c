import { useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, nameOf } from '../../format/format';
import { sourceLocale } from './calls';
import { coverageQuery } from './coverageCalls';

interface Props {
  client: number;
  iso: string;
}

/** The languages whose texts show where one has none: those it is a region of, and English. */
export const fallbacksOf = (iso: string) => {
  const parts = iso.split('-');
  const wider = parts.slice(1).map((_, at) => parts.slice(0, parts.length - 1 - at).join('-'));
  return [...new Set([...wider, sourceLocale])].filter(one => one !== iso);
};

/** What people will see in a language of a client: texts of their own, missing ones, and what shows in their place. */
export const LanguageFacts = ({ client, iso }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { data } = useQuery(coverageQuery(client, iso));
  const number = (n: number) => formatNumber(locale, n);
  const others = fallbacksOf(iso).map(one => nameOf(locale, 'language', one));
  if (!data) return <span className="t2 s12 tx-lack">…</span>;
  const { used, own, missing } = data;
  return (
    <span className="t2 s12 tx-lack">
      {missing === 0
        ? t('panel.texts.allThere')
        : t('panel.texts.missingOf', { count: number(missing), all: number(used) })}
      {'. '}
      {t('panel.texts.ownCount', { smart_count: own, count: number(own) })}
      {others.length > 0 && ` ${t('panel.texts.fallsBack', { languages: others.join(', ') })}`}
    </span>
  );
};
