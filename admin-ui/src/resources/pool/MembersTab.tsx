import { LinkBase, useLocaleState, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../format/format';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { AsideProps } from '../../engine/override';
import type { Pool, PoolMember } from '../../generated/resources';
import { enumText, useCan, useMeta } from '../../meta';
import { request } from '../../providers/http';
import { Empty } from '../../ui/Empty';
import { Skeleton } from '../../ui/Skeleton';
import { StatusChip } from '../../ui/StatusChip';
import { AddMember } from './AddMember';

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
          <MemberLine key={one.id} member={one} />
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

const MemberLine = ({ member }: { member: PoolMember }) => {
  const t = useTranslate();
  const meta = useMeta();
  const [locale] = useLocaleState();
  const { joinedAt, expiresAt, rating, status, tags } = member;
  const end = expiresAt
    ? t('panel.pool.members.until', { date: formatDate(locale, expiresAt) })
    : t('panel.pool.members.never');
  const said = [joinedAt && t('panel.pool.members.since', { date: formatDate(locale, joinedAt) }), end, ...tags];
  return (
    <li>
      <span className="grow name">
        <LinkBase to={`/pools/members/${member.id}`}>{member.freelancerName}</LinkBase>
        <span className="of">{said.filter(Boolean).join(', ')}</span>
      </span>
      {rating && <span className="tag">{`${rating} / 5`}</span>}
      {status && <StatusChip status={status} label={t(enumText(meta, 'poolMemberStatus', status))} />}
    </li>
  );
};
