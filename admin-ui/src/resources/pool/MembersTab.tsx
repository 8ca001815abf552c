import { LinkBase, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { AsideProps } from '../../engine/overrideProps';
import type { Pool, PoolMember } from '../../generated/resources';
import { useCan } from '../../meta';
import { request } from '../../providers/http';
import { Empty } from '../../ui/Empty';
import { Skeleton } from '../../ui/Skeleton';
import { AddMember } from './AddMember';
import { MemberLine } from './MemberLine';

const shown = 20;

/** Who is in a pool: the latest, with the way to all of them, and to one more. */
export const MembersTab = ({ record, onDone }: AsideProps<Pool>) => {
  const t = useTranslate();
  const mayAdd = useCan('pool.member.write') && record.status === 'ACTIVE';
  const members = useQuery({
    queryKey: ['pool', record.id, 'members'],
    queryFn: async ({ signal }) =>
      (
        await request<{ results: PoolMember[]; totalResults: number }>(
          'GET',
          `/api/pool/${record.id}/member?limit=${shown}`,
          { signal },
        )
      ).data,
  });
  const all = `/pools/members?filter=${encodeURIComponent(JSON.stringify({ poolId: record.id }))}`;
  const { data } = members;
  return (
    <section className="form-s" aria-label={t('panel.pool.tab.members')}>
      {members.error && <Refusal error={members.error} onRetry={retryOf(members)} />}
      {members.isPending && <Skeleton width={320} />}
      {data?.totalResults === 0 && <Empty icon="users" title={t('panel.pool.members.none')} />}
      {mayAdd && (
        <AddMember
          poolId={record.id}
          onAdded={() => {
            void members.refetch();
            onDone?.();
          }}
        />
      )}
      <ul className="lines">
        {data?.results.map(one => (
          <MemberLine key={one.id} member={one} name={one.freelancerName} />
        ))}
      </ul>
      {data && data.totalResults > 0 && (
        <p className="help">
          {data.totalResults > shown && t('panel.pool.members.fewer', { count: shown })}{' '}
          <LinkBase to={all}>{t('panel.pool.members.all', { smart_count: data.totalResults })}</LinkBase>
        </p>
      )}
    </section>
  );
};
