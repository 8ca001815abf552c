import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { IndexAnswer, IndexStatus } from '../../generated/answers';
import type { Option } from '../../ui/option';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';
import { useCan } from '../../meta';
import { Failure } from '../dashboard/Failure';
import { indexKey, putDocument, queryIndex, type Wanted } from './calls';
import { DocumentTable } from './DocumentTable';
import { Filters } from './Filters';
import { Pager } from './Pager';
import { isExactValue } from './queryText';
import { type Report, useWork } from './useWork';

interface Props {
  status: IndexStatus;
  client: Option | null;
  onClient: (client: Option | null) => void;
  onTrouble: Report;
}

/** The documents of a type: what they are narrowed by, a page of them, and the way to the next. */
export const Documents = ({ status, client, onClient, onTrouble }: Props) => {
  const t = useTranslate();
  const [wanted, setWanted] = useState<Omit<Wanted, 'clientId'>>({ values: {}, page: 1 });
  const requested = { ...wanted, clientId: Number(client?.value ?? 0) };
  const { type, index, rebuild, repair } = status;
  const { data, error, refetch } = useQuery({
    // The end of work on the index asks anew.
    queryKey: [...indexKey, type, requested, index, rebuild?.finishedAt, repair?.finishedAt],
    queryFn: ({ signal }) => queryIndex(type, requested, signal),
    enabled: index !== '',
    placeholderData: keepPreviousData,
  });
  const choose = (next: Option | null) => {
    onClient(next);
    setWanted({ ...wanted, page: 1 });
  };
  return (
    <section className="ix-main" aria-label={t('esearch.status.documents')} aria-busy={!data && !error}>
      <Filters
        type={type}
        client={client}
        values={wanted.values}
        found={data}
        onClient={choose}
        onChange={values => setWanted({ values, page: 1 })}
      />
      <div className="ix-list">
        {index === '' && <Empty icon="index" title={t('esearch.noIndex')} />}
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {index !== '' && !data && !error && <Skeleton width={320} />}
        {data && <Found type={type} found={data} values={wanted.values} onTrouble={onTrouble} />}
      </div>
      <footer className="foot-bar">
        <span className="t2 row hide-s">
          <Icon name="info" small />
          {t('esearch.compared')}
        </span>
        <Pager page={wanted.page} total={data?.totalResults ?? 0} onPage={page => setWanted({ ...wanted, page })} />
      </footer>
    </section>
  );
};

interface FoundProps {
  type: string;
  found: IndexAnswer;
  /** What was asked, by field. */
  values: Record<string, string>;
  onTrouble: Report;
}

const Found = ({ type, found, values, onTrouble }: FoundProps) => {
  const t = useTranslate();
  const mayWrite = useCan('index.document.write');
  const put = useWork(
    (wanted: number) => putDocument(type, wanted),
    ({ message }) => message,
    onTrouble,
  );
  if (found.results.length > 0) return <DocumentTable type={type} found={found.results} onTrouble={onTrouble} />;
  const { id = '', ...fields } = values;
  const isOne = /^[1-9]\d*$/.test(id);
  const isExact = Object.values(fields).some(isExactValue);
  const index = (
    <Button isBusy={put.isPending} onClick={() => put.mutate(Number(id))}>
      {t('esearch.indexIt', { id })}
    </Button>
  );
  return (
    <Empty title={t('esearch.none')} action={mayWrite && isOne && index}>
      {isExact && t('esearch.noneExact')}
    </Empty>
  );
};
