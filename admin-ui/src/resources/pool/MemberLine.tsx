import { LinkBase, useLocaleState, useTranslate } from 'ra-core';
import { formatDate } from '../../format/format';
import type { PoolMember } from '../../generated/resources';
import { enumText, useMeta } from '../../meta';
import { useCanOpen } from '../../meta/useCanOpen';
import { StatusChip } from '../../ui/StatusChip';

interface Props {
  member: PoolMember;
  /** Who is in the pool, or which pool it is. */
  name: string;
}

/** One membership, which its name leads to where one may go there. */
export const MemberLine = ({ member, name }: Props) => {
  const t = useTranslate();
  const meta = useMeta();
  const canOpen = useCanOpen();
  const to = `/pools/members/${member.id}`;
  const [locale] = useLocaleState();
  const { joinedAt, lastDay, rating, status, tags } = member;
  const end = lastDay
    ? t('panel.pool.members.until', { date: formatDate(locale, lastDay) })
    : t('panel.pool.members.never');
  const facts = [joinedAt && t('panel.pool.members.since', { date: formatDate(locale, joinedAt) }), end, ...tags];
  return (
    <li>
      <span className="grow name">
        {canOpen(to) ? <LinkBase to={to}>{name}</LinkBase> : name}
        <span className="of">{facts.filter(Boolean).join(', ')}</span>
      </span>
      {rating && <span className="tag">{`${rating} / 5`}</span>}
      {status && <StatusChip status={status} label={t(enumText(meta, 'poolMemberStatus', status))} />}
    </li>
  );
};
