import { useTranslate } from 'ra-core';
import type { StaffScope } from '../../generated/answers';
import { useScopeNames } from './useScopeNames';

/** Gives the function that names a right as terms do: a role, or one of the clients and legal entities of the scopes. */
export const useRightNames = (scopes: readonly StaffScope[]) => {
  const t = useTranslate();
  const nameOf = useScopeNames(scopes);
  return (right: string) => {
    const [kind, id = ''] = right.split('.');
    if (kind === 'role') return t(`role.${id}`);
    const ids = [Number(id)];
    const scope = kind === 'client' ? { clientIds: ids, legalEntityIds: [] } : { clientIds: [], legalEntityIds: ids };
    return nameOf(scope)[0] ?? id;
  };
};
