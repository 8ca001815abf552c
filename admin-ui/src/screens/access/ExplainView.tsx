import { useQuery } from '@tanstack/react-query';
import { request } from '../../providers/http';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { Chain } from './Chain';
import type { AccessExplained } from './explained';
import { Question } from './Question';
import { questionOf } from './question';
import type { ViewProps } from './view';

/** Why somebody may do something, or may not: from the roles to the permission, the scope and the state of the record. */
export const ExplainView = ({ query, onChange }: ViewProps) => {
  const wanted = questionOf(query);
  const { data, error, refetch } = useQuery({
    queryKey: ['access', wanted],
    queryFn: async ({ signal }) =>
      (await request<AccessExplained>('GET', `/api/access/explain?${wanted}`, { signal })).data,
    enabled: wanted !== '',
  });
  return (
    <>
      <Question query={query} onChange={onChange} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {wanted && !data && !error && <Skeleton width={320} />}
      {data && <Chain answer={data} hasRecord={query.get('id') !== null} />}
    </>
  );
};
