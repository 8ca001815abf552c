import { useId } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../engine/format';
import { Bar } from '../../pieces/Level';
import { lookOf } from '../../pieces/statusLook';
import type { Tone } from '../../pieces/tone';
import { Link } from '../../router/Link';
import type { Card, CardItem } from './answer';

/** A count, and what it is made of: its shares as a bar, then each with its own link. */
export const CardSection = ({ card: { key, count, link, items = [] } }: { card: Card }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const id = useId();
  const total = items.reduce((sum, item) => sum + item.count, 0);
  return (
    <section className="dash-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{link ? <Link to={link}>{t(`dashboard.card.${key}`)}</Link> : t(`dashboard.card.${key}`)}</h2>
        <span className="end t2 s13">{formatNumber(locale, count)}</span>
      </header>
      {total > 0 && (
        <Bar parts={items.map((item, i) => ({ share: item.count / total, tone: toneOf(item, i) }))} />
      )}
      <ul>
        {items.map((item, i) => (
          <li key={item.label}>
            <i className={`dot ${toneOf(item, i)}`} aria-hidden="true" />
            {item.link ? <Link to={item.link}>{t(item.label)}</Link> : <span>{t(item.label)}</span>}
            <span className="end">{formatNumber(locale, item.count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const rest: Tone[] = ['info', 'violet', 'ok', 'warn', 'neutral'];

/** A status keeps its own tone; other parts take turns. */
const toneOf = ({ label }: CardItem, i: number): Tone => {
  const word = label.slice(label.lastIndexOf('.') + 1);
  const { tone, icon } = lookOf(word);
  return icon === 'info' ? (rest[i % rest.length] ?? 'neutral') : tone;
};
