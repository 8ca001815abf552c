import { useLocaleState, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { whenOf } from '../format/when';
import type { ServiceState, ServiceStatus } from '../generated/answers';
import { request } from '../providers/http';
import { sizeText } from '../ui/fileRules';
import { Note } from '../ui/Note';
import { Skeleton } from '../ui/Skeleton';
import { Failure } from './dashboard/Failure';
import { CopyCard } from './status/CopyCard';
import { Readiness } from './status/Readiness';
import { QueueList } from './status/QueueList';
import './settings/settings.css';
import './status/status.css';

const often = 5000;

const well = { tone: 'neutral', icon: 'done', text: 'panel.status.allWell' } as const;

const summary = {
  OK: well,
  GONE: well,
  DEGRADED: { tone: 'warn', icon: 'alert', text: 'panel.status.impaired' },
  DOWN: { tone: 'bad', icon: 'alert', text: 'panel.status.isDown' },
} as const satisfies Record<ServiceState, object>;

/** Whether the service works: every part of every copy now and over the last day, what waits, and what to do. */
export const Status = () => {
  const t = useTranslate();
  const { data, error, errorUpdateCount, refetch } = useQuery({
    queryKey: ['status'],
    queryFn: async ({ signal }) => (await request<ServiceStatus>('GET', '/api/status', { signal })).data,
    refetchInterval: often,
  });
  return (
    <div className="sets">
      <header>
        <h1>{t('menu.status')}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="sets-body status" tabIndex={0} aria-label={t('menu.status')} aria-busy={!data && !error}>
        {error && (
          <>
            <Failure error={error} onRetry={() => void refetch()} />
            <Readiness asked={errorUpdateCount} />
          </>
        )}
        {!data && !error && <Skeleton width={320} />}
        {data && !error && <Parts status={data} />}
      </section>
    </div>
  );
};

const Parts = ({ status }: { status: ServiceStatus }) => {
  const t = useTranslate();
  const { text, ...look } = summary[status.state];
  return (
    <>
      <Note {...look}>{t(text)}</Note>
      <h2>
        {t('panel.status.copies')} <span className="t2 s12">{t('panel.status.pastDay')}</span>
      </h2>
      {status.copies.map(copy => (
        <CopyCard key={copy.id} copy={copy} from={status.from} at={status.at} />
      ))}
      <h2>{t('panel.status.queues')}</h2>
      {status.unknown.includes('queues') ? (
        <p className="t2 s13">{t('panel.status.unknown')}</p>
      ) : (
        <QueueList queues={status.queues} />
      )}
      <h2>{t('panel.status.storage')}</h2>
      <Facts status={status} />
    </>
  );
};

const Facts = ({ status }: { status: ServiceStatus }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { disk, backupAt, unknown } = status;
  const backup = backupAt ? whenOf(locale, backupAt) : t('panel.status.noBackup');
  return (
    <dl className="status-facts">
      <dt>{t('panel.status.disk')}</dt>
      <dd>
        {disk
          ? t('panel.status.ofSize', { free: sizeText(locale, disk.free), size: sizeText(locale, disk.size) })
          : t('panel.status.unknown')}
      </dd>
      <dt>{t('panel.status.backup')}</dt>
      <dd>{unknown.includes('backup') ? t('panel.status.unknown') : backup}</dd>
      <dt>{t('panel.status.versions')}</dt>
      <dd className="mono">{[status.copies[0]?.version, status.go].filter(Boolean).join(' · ')}</dd>
    </dl>
  );
};
