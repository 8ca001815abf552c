import { useState } from 'react';
import { useNotify } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { HttpError } from '../../providers/httpError';
import type { StaffAccount } from '../../generated/answers';
import { change, type StaffForm } from './calls';
import { useAccountsChanged } from './useAccountsChanged';

/** What somebody else has made of the account meanwhile. */
export interface Stale {
  current: StaffAccount;
  changedFields: string[];
  changedBy: string;
}

const staleOf = (error: Error | null) =>
  error instanceof HttpError && error.code === 'STALE_VERSION'
    ? (error.details as unknown as Stale) // the details of this code
    : undefined;

/** Saves an account on the version it is based on, and goes on from another one when told to. */
export const useSaveAccount = (account: StaffAccount, onSaved: () => void) => {
  const notify = useNotify();
  const changed = useAccountsChanged();
  const [based, setBased] = useState(account);
  const saving = useMutation({
    mutationFn: (payload: Partial<StaffForm>) => change(based, payload),
    onSuccess: () => {
      void changed();
      notify('panel.staff.saved', { type: 'success' });
      onSaved();
    },
  });
  const { mutate, error, isPending, reset } = saving;
  const stale = staleOf(error);
  return {
    run: mutate,
    error,
    retry: retryOf(saving),
    stale,
    isBusy: isPending,
    rebase: (form: (theirs: StaffAccount) => void) => {
      if (!stale) return;
      setBased(stale.current);
      form(stale.current);
      reset();
    },
  };
};
