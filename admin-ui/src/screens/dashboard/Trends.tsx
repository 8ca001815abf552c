import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import type { FunnelStep } from '../../generated/answers';
import { Link } from '../../router/Link';
import { Sparkline } from '../../ui/Sparkline';

/** The steps whose weeks are shown beside the counts. */
const shown = ['sent', 'hired'];

/** The last seven days of a step, how the weeks before went, and the change to the week before. */
export const Trends = ({ steps }: { steps: FunnelStep[] }) => (
  <div className="tiles">
    {steps.map(
      ({ key, weekLink, weeks }) =>
        weeks && weekLink && shown.includes(key) && <Trend key={key} name={key} link={weekLink} weeks={weeks} />,
    )}
  </div>
);

const Trend = ({ name, link, weeks }: { name: string; link: string; weeks: number[] }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const [before = 0, last = 0] = weeks.slice(-2);
  return (
    <Link to={link} className="tile">
      <span className="t2 s13">{t(`dashboard.trend.${name}`)}</span>
      <span className="trend">
        <span className="big">{formatNumber(locale, last)}</span>
        <Sparkline values={weeks} />
      </span>
      <span className="s12 t2">{changeText(t, last - before)}</span>
    </Link>
  );
};

const changeText = (t: ReturnType<typeof useTranslate>, change: number) => {
  if (change === 0) return t('dashboard.trend.same');
  return t(change > 0 ? 'dashboard.trend.more' : 'dashboard.trend.fewer', { smart_count: Math.abs(change) });
};
