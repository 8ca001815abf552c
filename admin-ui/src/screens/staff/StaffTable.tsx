import { useLocale, useTranslate } from 'ra-core';
import { Age } from '../../engine/cells/Age';
import { enumText, useMeta } from '../../meta';
import { Chip } from '../../ui/Chip';
import { StatusChip } from '../../ui/StatusChip';
import { Link } from '../../router/Link';
import type { StaffAccount } from '../../generated/answers';
import { base } from './places';
import { writeMoment } from '../../ui/day';
import { useRightNames } from './useRightNames';
import { useScopeNames } from './useScopeNames';
import '../../engine/list/table.css';

/** The accounts, each with the way into it. */
export const StaffTable = ({ accounts }: { accounts: readonly StaffAccount[] }) => {
  const t = useTranslate();
  const scopes = accounts.map(account => account.scopes);
  const nameOf = useScopeNames(scopes);
  const rightOf = useRightNames(scopes);
  return (
    <table className="grid staff-list">
      <thead>
        <tr>
          {['name', 'status', 'roles', 'scope', 'lastLogin'].map(name => (
            <th key={name} scope="col" className={name}>
              {t(`panel.staff.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {accounts.map(account => (
          <Row key={account.id} account={account} scope={nameOf(account.scopes).join(', ')} rightOf={rightOf} />
        ))}
      </tbody>
    </table>
  );
};

interface RowProps {
  account: StaffAccount;
  scope: string;
  rightOf: (right: string) => string;
}

const Row = ({ account, scope, rightOf }: RowProps) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const meta = useMeta();
  const { id, firstName, lastName, email, roles, status, lastLoginAt, lockedUntil, terms } = account;
  return (
    <tr>
      <th scope="row" className="name">
        <Link to={`${base}/${id}`}>{`${firstName} ${lastName}`}</Link>
        <span className="of">{email}</span>
      </th>
      <td className="status">
        <StatusChip status={status} label={t(enumText(meta, 'userStatus', status))} />{' '}
        {lockedUntil && (
          <Chip tone="warn" icon="lock" isLoud>
            {t('panel.staff.locked')}
          </Chip>
        )}
      </td>
      <td className="roles">
        {roles.map(role => t(`role.${role}`)).join(', ') || <span className="t2">{t('panel.staff.noRole')}</span>}
        {terms.map(({ right, until, reason }) => (
          <span key={right} className="of" title={reason}>
            {t('panel.staff.termOf', { name: rightOf(right), until: writeMoment(locale, until ?? '') })}
          </span>
        ))}
      </td>
      <td className="scope">{scope || <span className="t2">{t('panel.staff.everything')}</span>}</td>
      <td className="lastLogin">
        {lastLoginAt ? <Age at={lastLoginAt} /> : <span className="t2">{t('panel.staff.never')}</span>}
      </td>
    </tr>
  );
};
