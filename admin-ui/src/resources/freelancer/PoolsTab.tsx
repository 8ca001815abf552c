import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { AsideProps } from '../../engine/overrideProps';
import type { Freelancer, PoolMember } from '../../generated/resources';
import { useCan } from '../../meta';
import { request } from '../../providers/http';
import { Empty } from '../../ui/Empty';
import { Skeleton } from '../../ui/Skeleton';
import { MemberLine } from '../pool/MemberLine';
import { JoinPool } from './JoinPool';
import '../../ui/lines.css';

const atMost = 200;

/** The pools somebody is in, each with its membership, and the way into one more. */
export const PoolsTab = ({ record, onDone }: AsideProps<Freelancer>) => {
  const t = useTranslate();
  const mayJoin = useCan('pool.member.write') && (record.userStatus === 'AC' || record.userStatus === 'UV');
  const memberships = useQuery({
    queryKey: ['freelancer', record.id, 'pools', record.poolMemberships],
    queryFn: async ({ signal }) => {
      const path = `/api/poolMember?freelancerId=${record.id}&limit=${atMost}`;
      return (await request<{ results: PoolMember[] }>('GET', path, { signal })).data.results;
    },
  });
  return (
    <section className="form-s" aria-label={t('freelancer.pools.tab')}>
      {memberships.error && <Refusal error={memberships.error} onRetry={retryOf(memberships)} />}
      {memberships.isPending && <Skeleton width={320} />}
      {memberships.data?.length === 0 && <Empty icon="pool" title={t('freelancer.pools.none')} />}
      <ul className="lines">
        {memberships.data?.map(one => (
          <MemberLine key={one.id} member={one} name={one.poolName} />
        ))}
      </ul>
      {mayJoin && (
        <JoinPool
          record={record}
          onJoined={() => {
            void memberships.refetch();
            onDone?.();
          }}
        />
      )}
    </section>
  );
};
