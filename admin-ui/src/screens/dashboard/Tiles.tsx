import type { CSSProperties } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { useCanOpen } from '../../meta/useCanOpen';
import { Skeleton } from '../../ui/Skeleton';
import { Link } from '../../router/Link';
import type { DashboardCard } from '../../generated/answers';
import { calls } from './calls';

/** Tiles in a row of a wide window and of a narrow one: more would be too narrow for the words of some languages. */
const most = { wide: 6, narrow: 4 };

/** As few rows as hold all tiles, of about the same length. */
const perRow = (count: number, atMost: number) => Math.ceil(count / Math.max(1, Math.ceil(count / atMost)));

/** In how many columns tiles stand, so that no row is left with a few. */
const columnsFor = (count: number) =>
  // CSSProperties does not know our own properties
  ({ '--wide': perRow(count, most.wide), '--narrow': perRow(count, most.narrow) }) as CSSProperties;

/** The counts that stand for themselves, side by side. */
export const Tiles = ({ cards }: { cards: DashboardCard[] }) => (
  <div className="tiles" style={columnsFor(cards.length)}>
    {cards.map(card => (
      <Tile key={card.key} card={card} />
    ))}
  </div>
);

const Tile = ({ card: { key, count, link } }: { card: DashboardCard }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const canOpen = useCanOpen();
  const hintKey = `dashboard.card.${key}.hint`;
  const hint = t(hintKey, { smart_count: count });
  const content = (
    <>
      <span className="t2 s13">{t(`dashboard.card.${key}`)}</span>
      <span className={`big ${calls.has(key) && count > 0 ? 'bad' : ''}`}>{formatNumber(locale, count)}</span>
      <span className="s12 t2">{hint !== hintKey && hint}</span>
    </>
  );
  return canOpen(link) ? (
    <Link to={link ?? ''} className="tile">
      {content}
    </Link>
  ) : (
    <div className="tile">{content}</div>
  );
};

/** The place of the tiles while they load. */
export const TilesSkeleton = () => (
  <div className="tiles wait" style={columnsFor(4)}>
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
