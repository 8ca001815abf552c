import { useMemo } from 'react';
import { LinkBase, ResourceContextProvider } from 'ra-core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { nameFieldOf, recordTitle, resourceKey, resourceLabel, useMeta, type ResourceMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { Skeleton } from '../../ui/Skeleton';
import '../../ui/lines.css';
import { fetchPage } from '../fetchPage';
import { retryOf } from '../form/retryOf';
import { LineColumnsContext } from '../list/LineColumnsContext';
import { lineColumns, listColumns } from '../list/columns';
import { Refusal } from '../list/dialogs/Refusal';
import { useOverride } from '../override';
import type { Saved } from '../useRecordSaved';
import { useRecordPath, useRowPath } from '../useRecordPath';
import { useWords } from '../useWords';
import { mayAdd, relatedLists, tabName, type RelatedList } from './relatedLists';
import './related.css';

const pageSize = 25;

interface Props {
  meta: ResourceMeta;
  record: Saved;
  tab: string;
}

/** The tab of a record that lists those which refer to it; nothing where the tab is none of these. */
export const RelatedTab = ({ meta, record, tab }: Props) => {
  const lists = relatedLists(useMeta(), meta.name);
  const list = lists.find(one => tabName(lists, one) === tab);
  const back = useRecordPath()(record.id, tab);
  if (!list) return null;
  return (
    <ResourceContextProvider value={resourceKey(list.meta)}>
      <Records
        list={list}
        of={record}
        title={recordTitle(meta, record)}
        back={back}
        isOpen={mayAdd(list, meta, record)}
      />
    </ResourceContextProvider>
  );
};

interface RecordsProps {
  list: RelatedList;
  /** The record that they refer to. */
  of: Saved;
  title: string;
  /** The screen to come back to. */
  back: string;
  /** Whether a new one can be added. */
  isOpen: boolean;
}

/** The latest of them, the way to all in their own list, and to a new one. */
const Records = ({ list, of, title, back, isOpen }: RecordsProps) => {
  const { meta, by } = list;
  const { id } = of;
  const { t, name } = useWords();
  const query = useInfiniteQuery({
    queryKey: [resourceKey(meta), 'getList', 'related', by, String(id)],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      fetchPage<Saved>(meta.path, { filter: { [by]: id }, limit: pageSize, offset: pageParam, signal }),
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.results.length, 0);
      return shown < last.totalResults && last.results.length > 0 ? shown : undefined;
    },
    retry: false,
  });
  if (query.error) return <Refusal error={query.error} onRetry={retryOf(query)} />;
  if (!query.data) return <Skeleton width={320} />;
  const rows = query.data.pages.flatMap(page => page.results);
  const total = query.data.pages[0]?.totalResults ?? 0;
  const filter = encodeURIComponent(JSON.stringify({ [by]: id }));
  const source = encodeURIComponent(JSON.stringify({ [by]: id, [nameFieldOf(by)]: title }));
  return (
    <section className="form-s" aria-label={t(resourceLabel(meta, 'plural'))}>
      <div className="related-bar">
        {total > 0 && (
          <LinkBase className="s13" to={`/${resourceKey(meta)}?filter=${filter}`}>
            {t('panel.related.all', { smart_count: total })}
          </LinkBase>
        )}
        {isOpen && (
          <LinkBase
            className="btn sm end"
            to={`/${resourceKey(meta)}/create?source=${source}&back=${encodeURIComponent(back)}`}
          >
            {t('panel.related.new', { name })}
          </LinkBase>
        )}
      </div>
      {total === 0 && <Empty icon="tasks" title={t('panel.related.none')} />}
      <ul className="lines">
        {rows.map(row => (
          <RelatedLine key={row.id} list={list} record={row} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('panel.related.more', { smart_count: Math.min(pageSize, total - rows.length) })}
        </Button>
      )}
    </section>
  );
};

/** One record: what it is called, which leads to it, what tells it from others, and its state. */
export const RelatedLine = ({ list: { meta, by }, record }: { list: RelatedList; record: Saved }) => {
  const override = useOverride(meta.name);
  const path = useRowPath();
  const columns = useMemo(() => listColumns(meta, override, undefined), [meta, override]);
  const others = columns.filter(({ name }) => name !== by && name !== nameFieldOf(by)); // they all say the same there
  const title = others.find(column => column.name === meta.title);
  const status = columns.find(column => column.name === meta.status);
  const line = lineColumns(meta, others);
  const normalized = line.filter(column => !column.Line);
  const lead = title ?? normalized.find(({ field }) => field.kind === 'text') ?? normalized[0];
  return (
    <li>
      <span className="grow name">
        {title && <title.Cell record={record} field={title.field} />}
        {!title && lead && (
          <LinkBase to={path(record.id)}>
            <lead.Cell record={record} field={lead.field} />
          </LinkBase>
        )}
        <LineColumnsContext value={others}>
          <span className="of related-of">
            {line
              .filter(column => column !== lead)
              .map(({ name, field, Cell }) => (
                <span key={name}>
                  <Cell record={record} field={field} />
                </span>
              ))}
          </span>
        </LineColumnsContext>
      </span>
      {status && <status.Cell record={record} field={status.field} />}
    </li>
  );
};
