import { Suspense } from 'react';
import { useTranslate } from 'ra-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Empty } from '../ui/Empty';
import { IconButton } from '../ui/IconButton';
import { lazyPart } from '../ui/lazyPart';
import { Note } from '../ui/Note';
import { usePreference } from '../engine/usePreference';
import { useCanOpen } from '../meta/useCanOpen';
import { request } from '../providers/http';
import { Activity } from './dashboard/Activity';
import type { DashboardSummary } from '../generated/answers';
import { CardSection } from './dashboard/CardSection';
import { Failure } from './dashboard/Failure';
import { Tiles, TilesSkeleton } from './dashboard/Tiles';
import { Updated } from './dashboard/Updated';
import './dashboard/dashboard.css';

const Worklists = lazyPart(() => import('./dashboard/Worklists').then(m => m.Worklists));

const Coming = lazyPart(() => import('./dashboard/Coming').then(m => m.Coming));

const FunnelSection = lazyPart(() => import('./dashboard/FunnelSection').then(m => m.FunnelSection));

/** The card of those who read applications. */
const applications = 'applicationsByStatus';

const refreshEvery = 60_000;

/** The worklists of everybody, until somebody chooses their own. */
const everybody = { isMine: false };

/** What waits for the person signed in, and what happened last. */
export const Dashboard = () => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  const [{ isMine }, setDesk] = usePreference('dashboard', everybody);
  const path = `/api/dashboard${isMine ? '?mine=true' : ''}`;
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ['dashboard', path],
    queryFn: async ({ signal }) => (await request<DashboardSummary>('GET', path, { signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery, // react-query holds still while the page is hidden
    refetchOnWindowFocus: true,
    staleTime: refreshEvery,
  });
  const cards = data?.cards ?? [];
  const work = cards.filter(card => card.steps);
  const tiles = cards.filter(card => !card.items && !card.steps);
  const sections = cards.filter(card => card.items);
  const isEmpty = data !== undefined && cards.length === 0 && data.activity.length === 0;
  return (
    <div className="dash">
      <header className="dash-head">
        <h1>{t('menu.dashboard')}</h1>
        <span className="end row t2 s13">
          {data && <Updated at={dataUpdatedAt} />}
          <IconButton
            small
            icon="refresh"
            label={t('dashboard.refresh')}
            aria-disabled={isFetching}
            onClick={() => void refetch()}
          />
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="dash-body" tabIndex={0} aria-label={t('menu.dashboard')} aria-busy={!data && !error}>
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <TilesSkeleton />}
        {data?.isHeld && <Note tone="warn">{t('dashboard.held')}</Note>}
        {isEmpty && (
          <Empty icon="home" title={t('dashboard.empty')}>
            {t('dashboard.emptyHint')}
          </Empty>
        )}
        {tiles.length > 0 && work.length === 0 && <Tiles cards={tiles} />}
        {data && !isEmpty && (
          <div className={`dash-cols ${sections.length === 0 && work.length === 0 ? 'one' : ''}`}>
            <div className="dash-cards">
              {work.length > 0 && (
                <Suspense fallback={null}>
                  <Worklists cards={work} isMine={isMine} onMine={mine => setDesk({ isMine: mine })} />
                </Suspense>
              )}
              {sections.map(card => (
                <CardSection key={card.key} card={card} />
              ))}
            </div>
            <div className="dash-side">
              {tiles.length > 0 && work.length > 0 && <Tiles cards={tiles} />}
              {cards.some(({ key }) => key === applications) && (
                <Suspense fallback={null}>
                  <FunnelSection />
                </Suspense>
              )}
              {canOpen('/platform/planned') && (
                <Suspense fallback={null}>
                  <Coming />
                </Suspense>
              )}
              <Activity entries={data.activity} />
            </div>
          </div>
        )}
      </section>
    </div>
  );
};
