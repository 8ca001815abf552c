import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { AccessExplained } from './access/explained';
import { request } from '../providers/http';
import { useSearch } from '../router/useSearch';
import { Skeleton } from '../ui/Skeleton';
import { Chain } from './access/Chain';
import { Question } from './access/Question';
import { questionOf } from './access/question';
import { Failure } from './dashboard/Failure';
import './access/access.css';
import './settings/settings.css';

/** Why somebody may do something, or may not: from the roles to the permission, the scope and the state of the record. */
export const Access = () => {
  const t = useTranslate();
  const [query, change] = useSearch();
  const asked = questionOf(query);
  const { data, error, refetch } = useQuery({
    queryKey: ['access', asked],
    queryFn: async ({ signal }) =>
      (await request<AccessExplained>('GET', `/api/access/explain?${asked}`, { signal })).data,
    enabled: asked !== '',
  });
  return (
    <div className="sets">
      <header>
        <h1>{t('panel.access.title')}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="sets-body" tabIndex={0} aria-label={t('panel.access.title')}>
        <p className="t2 s13">{t('panel.access.intro')}</p>
        <Question query={query} onChange={change} />
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {asked && !data && !error && <Skeleton width={320} />}
        {data && <Chain answer={data} hasRecord={query.get('id') !== null} />}
      </section>
    </div>
  );
};
