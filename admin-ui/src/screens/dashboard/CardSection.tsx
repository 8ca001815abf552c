import { useId } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { useCanOpen } from '../../meta/useCanOpen';
import { Bar } from '../../ui/Level';
import { lookOf } from '../../ui/statusLook';
import type { Tone } from '../../ui/tone';
import { Link } from '../../router/Link';
import type { DashboardCard, DashboardCardItem } from '../../generated/answers';

/** A count, and what it is made of: its shares as a bar, then each with its own link. */
export const CardSection = ({ card: { key, count, link, items = [] } }: { card: DashboardCard }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const canOpen = useCanOpen();
  const id = useId();
  const hasStatus = items.some(item => item.status);
  const total = items.reduce((sum, item) => sum + item.count, 0);
  return (
    <section className="dash-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {canOpen(link) ? <Link to={link ?? ''}>{t(`dashboard.card.${key}`)}</Link> : t(`dashboard.card.${key}`)}
        </h2>
        <span className="end t2 s13">{formatNumber(locale, count)}</span>
      </header>
      {hasStatus && total > 0 && <Bar parts={items.map(item => ({ share: item.count / total, tone: toneOf(item) }))} />}
      <ul>
        {items.map(item => (
          <li key={item.label}>
            {hasStatus && <i className={`dot ${toneOf(item)}`} aria-hidden="true" />}
            {canOpen(item.link) ? <Link to={item.link ?? ''}>{t(item.label)}</Link> : <span>{t(item.label)}</span>}
            <span className="end">
              {formatNumber(locale, item.percent ?? item.count)}
              {item.percent !== undefined && ' %'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Parts without a status have no colour of their own. */
const toneOf = (item: DashboardCardItem): Tone => lookOf(item.status ?? '').tone;
