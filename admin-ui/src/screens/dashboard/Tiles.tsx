import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../engine/format';
import { Skeleton } from '../../pieces/Skeleton';
import { Link } from '../../router/Link';
import type { Card } from './answer';
import { calls } from './calls';

/** The counts that stand for themselves, side by side. */
export const Tiles = ({ cards }: { cards: Card[] }) => (
  <div className="tiles">
    {cards.map(card => (
      <Tile key={card.key} card={card} />
    ))}
  </div>
);

const Tile = ({ card: { key, count, link } }: { card: Card }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const hintKey = `dashboard.card.${key}.hint`;
  const hint = t(hintKey, { smart_count: count });
  const content = (
    <>
      <span className="t2 s13">{t(`dashboard.card.${key}`)}</span>
      <span className={`big ${calls.has(key) && count > 0 ? 'bad' : ''}`}>{formatNumber(locale, count)}</span>
      {hint !== hintKey && <span className="s12 t2">{hint}</span>}
    </>
  );
  return link ? (
    <Link to={link} className="tile">
      {content}
    </Link>
  ) : (
    <div className="tile">{content}</div>
  );
};

/** The place of the tiles while they load. */
export const TilesSkeleton = () => (
  <div className="tiles wait">
    {[96, 72, 120, 88].map(width => (
      <div key={width} className="tile">
        <span className="line">
          <Skeleton width={width} />
        </span>
        <span className="big">
          <Skeleton width={48} height={20} />
        </span>
        <span className="line">
          <Skeleton width={width + 24} height={8} />
        </span>
      </div>
    ))}
  </div>
);
