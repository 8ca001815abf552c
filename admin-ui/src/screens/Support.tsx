import { useParams, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { SupportBundle } from '../generated/answers';
import { request } from '../providers/http';
import { Skeleton } from '../ui/Skeleton';
import { Failure } from './dashboard/Failure';
import { SupportParts } from './support/SupportParts';
import './settings/settings.css';
import './support/support.css';

/** All that is known of one request: what support opens from the message of an error. */
export const Support = () => {
  const t = useTranslate();
  const { requestId = '' } = useParams<{ requestId: string }>();
  const { data, error, refetch } = useQuery({
    queryKey: ['support', requestId],
    queryFn: async ({ signal }) =>
      (await request<SupportBundle>('GET', `/api/support/${encodeURIComponent(requestId)}`, { signal })).data,
  });
  return (
    <div className="sets">
      <header>
        <h1>{t('panel.support.title')}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="sets-body support" tabIndex={0} aria-label={t('panel.support.title')}>
        <p className="mono s12 t2">{requestId}</p>
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton width={280} />}
        {data && <SupportParts bundle={data} />}
      </section>
    </div>
  );
};
