import { useParams, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { SupportBundle } from '../generated/answers';
import { request } from '../providers/http';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { Failure } from './dashboard/Failure';
import { Story } from './support/Story';
import { isGoing } from './support/story';
import './settings/settings.css';
import './support/support.css';

/** How often a story is read again while something of it goes on. */
const pollMS = 3000;

/** What happened because of a request, or what any other id stands for: what support opens from the message of an error. */
export const Support = () => {
  const t = useTranslate();
  const { requestId = '' } = useParams<{ requestId: string }>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['support', requestId],
    queryFn: async ({ signal }) =>
      (await request<SupportBundle>('GET', `/api/support/${encodeURIComponent(requestId)}`, { signal })).data,
    refetchInterval: ({ state }) => state.data !== undefined && isGoing(state.data) && pollMS,
  });
  const again = () => void refetch();
  return (
    <div className="sets">
      <header className="story-h">
        <div>
          <p className="t2 s12">
            {t('panel.support.of')} <span className="mono">{requestId}</span>
          </p>
          <h1>{t('panel.support.title')}</h1>
        </div>
        {data && (
          <Button icon="copy" onClick={() => void navigator.clipboard.writeText(JSON.stringify(data, null, 2))}>
            {t('panel.support.copy')}
          </Button>
        )}
        <Button icon="refresh" isBusy={isFetching} onClick={again}>
          {t('panel.support.refresh')}
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="sets-body support" tabIndex={0} aria-label={t('panel.support.title')}>
        {error && <Failure error={error} onRetry={again} />}
        {!data && !error && <Skeleton width={280} />}
        {data && <Story bundle={data} onDone={again} />}
      </section>
    </div>
  );
};
