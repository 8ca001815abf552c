import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Menu } from '../../ui/Menu';
import type { OneTimePassword, StaffAccount } from '../../generated/answers';
import { change, dropFactor, dropIdentity, newPassword, remove, unlock } from './calls';
import { accountActions, isPossible, type AccountAction } from './accountActions';
import { useAccountsChanged } from './useAccountsChanged';

interface Props {
  account: StaffAccount;
  onPassword: (given: OneTimePassword) => void;
  onGone: () => void;
  /** What the address asks to be done. */
  wanted?: string | undefined;
}

const actions: Record<AccountAction, (account: StaffAccount) => Promise<unknown>> = {
  unlock: account => unlock(account.id),
  password: account => newPassword(account.id),
  identity: account => dropIdentity(account.id),
  factor: account => dropFactor(account.id),
  deactivate: account => change(account, { status: 'DE' }),
  activate: account => change(account, { status: 'AC' }),
  restore: account => change(account, { status: 'DE' }),
  delete: remove,
};

/** What can be done with an account besides editing it; each says what follows before it is done. */
export const AccountMenu = ({ account, onPassword, onGone, wanted }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const changed = useAccountsChanged();
  const possible = accountActions.filter(action => isPossible(action, account));
  const [requested, setRequested] = useState(possible.find(action => action === wanted));
  const run = useMutation({
    mutationFn: (action: AccountAction) => actions[action](account),
    onSuccess: async (answer, action) => {
      if (action === 'password')
        onPassword(answer as OneTimePassword); // the answer of that call
      else notify(`panel.staff.done.${action}`, { type: 'success' });
      await changed(); // the next action stands on the account as it is then
      setRequested(undefined);
      if (action === 'delete' || (action === wanted && action !== 'password')) onGone(); // a password is shown first
    },
  });
  const close = () => {
    setRequested(undefined);
    run.reset();
    if (requested === wanted) onGone(); // back to the list that it was asked for in
  };
  return (
    <>
      <Menu
        label={t('panel.staff.menu')}
        lines={possible.map(action => ({
          label: t(`panel.staff.do.${action}`),
          isDanger: action === 'delete',
          onSelect: () => setRequested(action),
        }))}
      />
      {requested && (
        <ConfirmDialog
          title={t(`panel.staff.do.${requested}`)}
          confirm={t(`panel.staff.do.${requested}`)}
          look={requested === 'delete' || requested === 'deactivate' ? 'danger' : 'primary'}
          isBusy={run.isPending}
          onConfirm={() => run.mutate(requested)}
          onCancel={close}
        >
          {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
          {t(`panel.staff.follows.${requested}`, { name: `${account.firstName} ${account.lastName}` })}
        </ConfirmDialog>
      )}
    </>
  );
};
