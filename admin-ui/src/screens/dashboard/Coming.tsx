import { useId } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { plannedKey, readPlanned } from '../../engine/planned/calls';
import { PlannedActions } from '../../engine/planned/PlannedActions';
import { usePlannedPlace } from '../../engine/planned/usePlannedPlace';
import { formatDate, formatNumber } from '../../format/format';
import type { PlannedChange } from '../../generated/answers';
import { Link } from '../../router/Link';

const shown = 4;

/** The next planned changes, each with the way to take it back; nothing where none is planned. */
export const Coming = () => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const id = useId();
  const query = { state: 'PLANNED', limit: String(shown) };
  const { data } = useQuery({
    queryKey: [...plannedKey, 'coming', query],
    queryFn: ({ signal }) => readPlanned(query, signal),
  });
  if (!data || data.totalResults === 0) return null;
  return (
    <section className="dash-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <Link to="/platform/planned">{t('menu.planned')}</Link>
        </h2>
        <span className="end t2 s13">{formatNumber(locale, data.totalResults)}</span>
      </header>
      <ul className="acts coming">
        {data.results.map(change => (
          <Line key={change.id} change={change} />
        ))}
      </ul>
    </section>
  );
};

const Line = ({ change }: { change: PlannedChange }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { name, to } = usePlannedPlace(change);
  return (
    <li>
      <span>
        {to ? <Link to={to}>{name}</Link> : name}
        <br />
        <span className="t2 s12">
          {t('panel.planned.fromTime', { time: formatDate(locale, change.effectiveAt) })}, {change.createdBy}
        </span>
      </span>
      <PlannedActions change={change} name={name} />
    </li>
  );
};
