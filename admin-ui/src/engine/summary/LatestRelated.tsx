import { LinkBase, ResourceContextProvider, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { resourceKey, useMeta } from '../../meta';
import { Skeleton } from '../../ui/Skeleton';
import { fetchPage } from '../fetchPage';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import { RelatedLine } from '../related/RelatedTab';
import { relatedLists, type RelatedList } from '../related/relatedLists';
import { useRecordPath } from '../useRecordPath';
import type { Saved } from '../useRecordSaved';
import { SummaryPart } from './SummaryPart';

const mostLines = 5;

interface Props {
  /** The resource of the record, and the one whose records refer to it. */
  resource: string;
  related: string;
  record: Saved;
  /** Which of them are shown. */
  filter: Record<string, unknown>;
  title: string;
  none: string;
}

/** The newest records that refer to one, with the way to all; nothing where the reader may not read them. */
export const LatestRelated = ({ resource, related, ...rest }: Props) => {
  const list = relatedLists(useMeta(), resource).find(({ meta }) => meta.name === related);
  return list ? <Latest list={list} {...rest} /> : null;
};

const Latest = ({ list, record, filter, title, none }: Omit<Props, 'resource' | 'related'> & { list: RelatedList }) => {
  const t = useTranslate();
  const all = useRecordPath()(record.id, list.meta.name);
  const key = resourceKey(list.meta);
  const query = useQuery({
    queryKey: [key, 'getList', 'latest', list.by, String(record.id), filter],
    queryFn: ({ signal }) =>
      fetchPage<Saved>(list.meta.path, { filter: { ...filter, [list.by]: record.id }, limit: mostLines, signal }),
    retry: false,
  });
  const { results = [], totalResults } = query.data ?? {};
  return (
    <SummaryPart
      title={title}
      count={totalResults}
      isBusy={query.isPending}
      more={<LinkBase to={all}>{t('panel.summary.all')}</LinkBase>}
    >
      {query.error && <Refusal error={query.error} onRetry={retryOf(query)} />}
      {query.isPending && <Skeleton width={320} />}
      {totalResults === 0 && <p className="t2">{none}</p>}
      <ResourceContextProvider value={key}>
        <ul className="lines">
          {results.map(row => (
            <RelatedLine key={row.id} list={list} record={row} />
          ))}
        </ul>
      </ResourceContextProvider>
    </SummaryPart>
  );
};
