import { useTranslate } from 'ra-core';
import type { Claims } from '../providers/claims';
import { viewAs, viewedRole } from '../providers/viewAs';
import { Select } from '../ui/Select';
import { Preference } from './Preference';

const roles = ['a', 'b', 'c', 'd'];

/** Shows the panel as a role sees it, to those who may read the accounts of staff. */
export const ViewAsChoice = ({ claims }: { claims: Claims }) => {
  const t = useTranslate();
  if (!claims.internal.permissions.includes('adminUser.read')) return null;
  const choices = [
    { value: '', label: t('panel.viewAs.own') },
    ...roles.map(role => ({ value: role, label: t(`role.${role}`) })),
  ];
  return (
    <Preference label={t('panel.viewAs')}>
      <Select label={t('panel.viewAs')} value={viewedRole()} choices={choices} onChange={viewAs} />
    </Preference>
  );
};
