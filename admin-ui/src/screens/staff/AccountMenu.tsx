import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Menu } from '../../ui/Menu';
import type { OneTimePassword, StaffAccount } from '../../generated/answers';
import { change, dropFactor, dropIdentity, newPassword, remove, unlock } from './calls';

interface Props {
  account: StaffAccount;
  onPassword: (given: OneTimePassword) => void;
  onGone: () => void;
}

type Deed = 'unlock' | 'password' | 'identity' | 'factor' | 'deactivate' | 'activate' | 'restore' | 'delete';

const deeds: Record<Deed, (account: StaffAccount) => Promise<unknown>> = {
  unlock: account => unlock(account.id),
  password: account => newPassword(account.id),
  identity: account => dropIdentity(account.id),
  factor: account => dropFactor(account.id),
  deactivate: account => change(account, { status: 'DE' }),
  activate: account => change(account, { status: 'AC' }),
  restore: account => change(account, { status: 'DE' }),
  delete: remove,
};

/** What follows from the state of an account. */
const possible = ({ status, lockedUntil, loginKind, secondFactor }: StaffAccount): Deed[] => [
  ...(lockedUntil ? (['unlock'] as const) : []),
  ...(loginKind === 'AUTH0' ? (['identity'] as const) : []),
  ...(secondFactor && status !== 'DL' ? (['factor'] as const) : []),
  ...(status === 'DL' ? (['restore'] as const) : []),
  ...(status !== 'DL' && loginKind === 'PWD' ? (['password'] as const) : []),
  ...(status === 'AC' ? (['deactivate'] as const) : []),
  ...(status === 'DE' ? (['activate'] as const) : []),
  ...(status === 'DL' ? [] : (['delete'] as const)),
];

/** What can be done with an account besides editing it; each says what follows before it is done. */
export const AccountMenu = ({ account, onPassword, onGone }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const [asked, ask] = useState<Deed>();
  const run = useMutation({
    mutationFn: (deed: Deed) => deeds[deed](account),
    onSuccess: async (answer, deed) => {
      if (deed === 'password')
        onPassword(answer as OneTimePassword); // the answer of that call
      else notify(`panel.staff.done.${deed}`, { type: 'success' });
      await client.invalidateQueries({ queryKey: ['staff'] }); // the next deed stands on the account as it is then
      ask(undefined);
      if (deed === 'delete') onGone();
    },
  });
  const close = () => {
    ask(undefined);
    run.reset();
  };
  return (
    <>
      <Menu
        label={t('panel.staff.menu')}
        lines={possible(account).map(deed => ({
          label: t(`panel.staff.do.${deed}`),
          isDanger: deed === 'delete',
          onSelect: () => ask(deed),
        }))}
      />
      {asked && (
        <ConfirmDialog
          title={t(`panel.staff.do.${asked}`)}
          confirm={t(`panel.staff.do.${asked}`)}
          look={asked === 'delete' || asked === 'deactivate' ? 'danger' : 'primary'}
          isBusy={run.isPending}
          onConfirm={() => run.mutate(asked)}
          onCancel={close}
        >
          {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
          {t(`panel.staff.follows.${asked}`, { name: `${account.firstName} ${account.lastName}` })}
        </ConfirmDialog>
      )}
    </>
  );
};
