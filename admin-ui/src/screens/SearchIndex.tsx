import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useFilterKey } from '../engine/list/useFilterKey';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '../router/Navigate';
import { useParams } from '../router/useParams';
import type { Option } from '../ui/option';
import { Skeleton } from '../ui/Skeleton';
import { Failure } from './dashboard/Failure';
import { indexKey, isAtWork, readTypes } from './esearch/calls';
import { Documents } from './esearch/Documents';
import { DocumentDialog } from './esearch/DocumentDialog';
import { Rail } from './esearch/Rail';
import { TypeTabs } from './esearch/TypeTabs';
import { base, inOrder, typeOf } from './esearch/types';
import type { Trouble } from './esearch/useWork';
import { NotFound } from './NotFound';
import type { IndexStatus } from '../generated/answers';
import './esearch/esearch.css';

const often = 1_000;
const seldom = 10_000;

const isBusy = (all: IndexStatus[] | undefined) =>
  all?.some(({ rebuild, comparing, repair }) => [rebuild, comparing, repair].some(isAtWork)) === true;

/** The search indexes: a tab for each type, its documents, and the rail that controls its index. */
export const SearchIndex = () => {
  const t = useTranslate();
  useFilterKey();
  const [place = '', opened = ''] = (useParams()['*'] ?? '').split('/');
  const [client, setClient] = useState<Option | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [...indexKey, 'types'],
    queryFn: ({ signal }) => readTypes(signal),
    refetchInterval: ({ state }) => (isBusy(state.data) ? often : seldom),
  });
  const type = typeOf(place);
  const status = data?.find(each => each.type === type);
  if (place === '') return <Navigate to={`${base}/freelancers`} replace />;
  if (data && !status) return <NotFound />;
  return (
    <div className="ix">
      <header>
        <h1>{t('esearch.title')}</h1>
      </header>
      <TypeTabs all={inOrder(data ?? [])} />
      {error && !data && (
        <div className="ix-wrong">
          <Failure error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && <Skeleton width={320} />}
      {status && <Body key={type} status={status} client={client} opened={Number(opened)} onClient={setClient} />}
    </div>
  );
};

interface Props {
  status: IndexStatus;
  client: Option | null;
  /** The document that the address names; 0 or NaN is none. */
  opened: number;
  onClient: (client: Option | null) => void;
}

const Body = ({ status, client, opened, onClient }: Props) => {
  const [trouble, setTrouble] = useState<Trouble>();
  const report = (error: Error | undefined) => setTrouble(error && { error, at: new Date().toISOString() });
  return (
    <div className="ix-body">
      <Documents status={status} client={client} onClient={onClient} onTrouble={report} />
      <Rail status={status} client={client} trouble={trouble} onTrouble={report} />
      {opened > 0 && <DocumentDialog key={opened} type={status.type} id={opened} onTrouble={report} />}
    </div>
  );
};
