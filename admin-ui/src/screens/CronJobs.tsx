import { useState } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { useMinute } from '../engine/useMinute';
import type { ScheduledJob } from '../generated/answers';
import { useCan, useOutsideScope } from '../meta';
import { useNavigate } from '../router/useNavigate';
import { useParams } from '../router/useParams';
import { useSearch } from '../router/useSearch';
import { Button } from '../ui/Button';
import { Empty } from '../ui/Empty';
import { Skeleton } from '../ui/Skeleton';
import { Tabs } from '../ui/Tabs';
import { base, cronKey, readJobs } from './cron/calls';
import { JobTable } from './cron/JobTable';
import { PauseDialog } from './cron/PauseDialog';
import { Runs } from './cron/Runs';
import { clockOf } from './cron/words';
import { Failure } from './dashboard/Failure';
import './cron/cron.css';

const often = 3000;

const tabWords: Record<string, string> = {
  all: 'panel.cron.all',
  failed24h: 'panel.cron.failed24h',
  missed: 'panel.cron.missedTab',
  paused: 'panel.cron.paused',
};

const noneWords: Record<string, string> = { missed: 'panel.cron.noneMissed', paused: 'panel.cron.nonePaused' };

/** Every scheduled job: when it runs, how it went, and the way to run, stop, pause and change it. */
export const CronJobs = () => {
  const t = useTranslate();
  const now = useMinute();
  const navigate = useNavigate();
  const [locale] = useLocaleState();
  const { '*': at = '' } = useParams();
  const [name, runId] = at.split('/');
  const mayManage = useCan('cron.manage');
  const closed = useOutsideScope('scheduler.pause');
  const [query, changeQuery] = useSearch();
  const tab = query.get('show') ?? 'all';
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isPausing, setPausing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...cronKey, 'jobs'],
    queryFn: ({ signal }) => readJobs(signal),
    refetchInterval: often,
  });
  const parts: Record<string, ScheduledJob[]> = {
    all: data ?? [],
    failed24h: data?.filter(job => job.failed24h > 0) ?? [],
    missed: data?.filter(job => job.downtime !== null) ?? [],
    paused: data?.filter(job => !job.enabled) ?? [],
  };
  const shown = parts[tab] ?? [];
  const opened = data?.find(job => job.name === name);
  const choose = (name: string, isOn: boolean) =>
    setChosen(had => new Set(isOn ? [...had, name] : [...had].filter(one => one !== name)));
  const donePausing = () => {
    setPausing(false);
    setChosen(new Set());
  };
  return (
    <div className="cron">
      <header className="row">
        <h1 className="grow">{t('menu.cronJobs')}</h1>
        {chosen.size > 0 && (
          <Button icon="pause" refusal={closed} onClick={() => setPausing(true)}>
            {t('panel.cron.pauseMany', { smart_count: chosen.size })}
          </Button>
        )}
        <span className="t2 s13">
          {t('panel.cron.allTimes', { time: clockOf(locale, new Date(now).toISOString(), now) })}
        </span>
      </header>
      <Tabs
        label={t('menu.cronJobs')}
        panel="cron-jobs"
        tabs={Object.entries(parts).map(([name, list]) => ({
          name,
          label: t(tabWords[name] ?? ''),
          count: list.length,
        }))}
        current={tab}
        onSelect={name => changeQuery({ show: name === 'all' ? null : name })}
      />
      <section
        id="cron-jobs"
        className="cron-body"
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={t('menu.cronJobs')}
        aria-busy={!data && !error}
      >
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton width={320} />}
        {shown.length > 0 && <JobTable jobs={shown} chosen={chosen} onChoose={mayManage ? choose : undefined} />}
        {data && shown.length === 0 && <Empty icon="server" title={t(noneWords[tab] ?? 'panel.cron.noneFailed')} />}
      </section>
      {isPausing && <PauseDialog names={[...chosen]} onClose={donePausing} />}
      {opened && (
        <Runs key={opened.name} job={opened} runId={runId} onClose={() => navigate(base, { replace: true })} />
      )}
    </div>
  );
};
