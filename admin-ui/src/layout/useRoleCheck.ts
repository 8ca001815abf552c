import { useEffect } from 'react';
import { useNotify } from 'ra-core';
import { isRoleless } from '../providers/claims';
import { useSession } from '../providers/useSession';
import { signOut } from '../providers/sign';

const warnFor = 10_000;

/** Turns away, with a warning, whoever signs in without any role or permission. */
export const useRoleCheck = () => {
  const session = useSession();
  const notify = useNotify();
  const isRefused = session.state === 'in' && isRoleless(session.claims);
  useEffect(() => {
    if (!isRefused) return;
    notify('error.noRoles', { type: 'warning', autoHideDuration: warnFor });
    void signOut();
  }, [isRefused, notify]);
};
