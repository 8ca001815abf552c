import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { plannedKey, readPlanned } from '../engine/planned/calls';
import { PlannedItem } from '../engine/planned/PlannedItem';
import { Empty } from '../ui/Empty';
import { Skeleton } from '../ui/Skeleton';
import { Failure } from './dashboard/Failure';
import './settings/settings.css';

const shown = '100';

/** Every change that is planned: those that wait for a decision, those to come, and what has become of earlier ones. */
export const Planned = () => {
  const t = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: [...plannedKey, 'all'],
    queryFn: ({ signal }) => readPlanned({ limit: shown }, signal),
  });
  return (
    <div className="sets">
      <header>
        <h1>{t('menu.planned')}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="sets-body" tabIndex={0} aria-label={t('menu.planned')}>
        <p className="t2 s13">{t('panel.planned.intro')}</p>
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton width={320} />}
        {data?.results.length === 0 && <Empty icon="clock" title={t('panel.planned.none')} />}
        {data && data.results.length > 0 && (
          <ul className="planned">
            {data.results.map(change => (
              <PlannedItem key={change.id} change={change} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
};
