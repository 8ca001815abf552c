import { Suspense } from 'react';
import { useListContext } from 'ra-core';
import { lazyUnthemedPart } from '../../ui/lazyPart';
import { useNarrow } from '../useNarrow';
import type { Saved } from '../useRecordSaved';
import { Cards } from './Cards';
import { ListFailure } from './ListFailure';
import { Table } from './Table';
import { useLostPage } from './useLostPage';

const ListEmpty = lazyUnthemedPart(() => import('./ListEmpty').then(m => m.ListEmpty));

/** The rows, or what stands in their place: their shape while they load, the way out when there are none, the failure. */
export const ListBody = () => {
  const { data, error, total, isPending, isFetching, refetch, setPage } = useListContext<Saved>();
  const narrow = useNarrow();
  const lost = useLostPage();
  const Rows = narrow ? Cards : Table;
  const failure = lost ? (
    <ListFailure error={lost.error} page={lost.page} onRetry={() => setPage(lost.page)} />
  ) : (
    error && <ListFailure error={error} onRetry={() => void refetch()} />
  );
  if (error && !data) return <div className="tw">{failure}</div>;
  if (!isPending && total === 0 && !isFetching) {
    return (
      <Suspense fallback={<div className="tw" />}>
        <ListEmpty />
      </Suspense>
    );
  }
  return (
    <>
      {failure}
      <Rows />
    </>
  );
};
