import { Suspense, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazyPart } from '../../ui/lazyPart';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { LinkButton } from '../../ui/LinkButton';
import { Skeleton } from '../../ui/Skeleton';
import { request, type Page } from '../../providers/http';
import { Refusal } from '../list/dialogs/Refusal';
import type { ResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';
import { useWords } from '../useWords';
import { HistoryEntry } from './HistoryEntry';
import type { HistoryEntry as Entry } from '../../generated/answers';
import './history.css';

interface Props {
  meta: ResourceMeta;
  record: Saved;
  /** Puts an older value into the form, where it is saved under today's rules. */
  onRestore: (field: string, value: unknown) => void;
}

const AsOf = lazyPart(() => import('./AsOf').then(m => m.AsOf));

const pageSize = 10;

/** Who changed what, newest first, each against the version before. Who only read is folded away. */
export const History = ({ meta, record, onRestore }: Props) => {
  const t = useTranslate();
  const { number } = useWords();
  const [withReads, setWithReads] = useState(false);
  const [withThen, setWithThen] = useState(false);
  const history = useInfiniteQuery({
    queryKey: ['history', meta.name, record.id, record['version'], withReads],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const path = `/api/history/${meta.name}/${record.id}?limit=${pageSize}&offset=${pageParam}${withReads ? '' : '&kind=changes'}`;
      return (await request<Page<Entry>>('GET', path, { signal })).data;
    },
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.results.length, 0);
      return shown < last.totalResults && last.results.length > 0 ? shown : undefined;
    },
  });
  if (history.error) return <Refusal error={history.error} />;
  if (history.isPending) return <Waiting />;
  const entries = history.data.pages.flatMap(page => page.results);
  const total = history.data.pages[0]?.totalResults ?? 0;
  return (
    <>
      <p className="hist-n">
        {t('panel.history.count', { smart_count: total, count: number(total) })} ·{' '}
        <LinkButton onClick={() => setWithReads(!withReads)}>
          {t(withReads ? 'panel.history.hideReads' : 'panel.history.showReads')}
        </LinkButton>{' '}
        · <LinkButton onClick={() => setWithThen(!withThen)}>{t('panel.history.asOf')}</LinkButton>
      </p>
      <Suspense fallback={null}>{withThen && <AsOf meta={meta} record={record} onRestore={onRestore} />}</Suspense>
      {entries.length === 0 && <Empty icon="clock" title={t('panel.history.none')} />}
      <ol className="hist">
        {entries.map((entry, i) => (
          <HistoryEntry
            key={entry.id}
            meta={meta}
            record={record}
            entry={entry}
            newer={entries.slice(0, i)}
            onRestore={onRestore}
          />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button isBusy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t('panel.history.more', { smart_count: Math.min(pageSize, total - entries.length) })}
        </Button>
      )}
    </>
  );
};

const widths = [240, 320, 200];

const Waiting = () => (
  <div className="hist-wait" aria-hidden="true">
    {widths.map(width => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);
