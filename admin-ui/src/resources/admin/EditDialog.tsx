import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { RestoredNote } from '../../engine/form/RestoredNote';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { Sessions } from '../../engine/sessions/Sessions';
import { enumText, useMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { StatusChip } from '../../ui/StatusChip';
import { AccountFields } from './AccountFields';
import { AccountMenu } from './AccountMenu';
import type { OneTimePassword, StaffAccount } from '../../generated/answers';
import { readAccount } from './calls';
import { ChangedNote } from './ChangedNote';
import { OneTimeNote } from './OneTimeNote';
import { useAccountForm } from './useAccountForm';
import { useSaveAccount } from './useSaveAccount';

interface Props {
  id: number;
  /** What the address asks to be done with it. */
  wanted?: string | undefined;
  isReadOnly: boolean;
  onClose: () => void;
}

/** One account: who it is, what it may do, where its person is signed in. */
export const EditDialog = ({ id, wanted, isReadOnly, onClose }: Props) => {
  const t = useTranslate();
  const stored = useQuery({
    queryKey: ['staff', 'one', id],
    queryFn: ({ signal }) => readAccount(id, signal),
    refetchOnWindowFocus: false, // what one types stands on what one has read
  });
  const { data, error } = stored;
  if (data) return <Loaded account={data} wanted={wanted} isReadOnly={isReadOnly} onClose={onClose} />;
  return (
    <Modal title={t('resources.admin.name')} isTall onClose={onClose} cancelLabel={t('panel.modal.close')}>
      {error ? <Refusal error={error} onRetry={retryOf(stored)} /> : <Skeleton width={280} />}
    </Modal>
  );
};

interface LoadedProps extends Omit<Props, 'id'> {
  account: StaffAccount;
}

const Loaded = ({ account, wanted, isReadOnly, onClose }: LoadedProps) => {
  const t = useTranslate();
  const meta = useMeta();
  const [password, setPassword] = useState<OneTimePassword>();
  const save = useSaveAccount(account, () => {
    form.drop();
    onClose();
  });
  const form = useAccountForm(account, String(account.id), save.error);
  const isShut = isReadOnly || account.status === 'DL';
  const count = form.changed.length;
  const submit = () => count > 0 && !save.isBusy && save.run(form.payload);
  return (
    <Modal
      title={account.name}
      sub={
        <span className="row">
          <StatusChip status={account.status ?? ''} label={t(enumText(meta, 'userStatus', account.status ?? ''))} />
          {account.email}
        </span>
      }
      bar={!isReadOnly && <AccountMenu account={account} wanted={wanted} onPassword={setPassword} onGone={onClose} />}
      isTall
      isBusy={save.isBusy}
      unsaved={count}
      onDiscard={form.drop}
      onClose={onClose}
      cancelLabel={count === 0 ? t('panel.modal.close') : undefined}
      actions={
        !isShut && (
          <Button
            look="primary"
            refusal={count === 0 ? t('panel.staff.nothing') : undefined}
            isBusy={save.isBusy}
            onClick={submit}
          >
            {count > 0 ? t('panel.staff.saveCount', { smart_count: count }) : t('panel.staff.save')}
          </Button>
        )
      }
    >
      <div className="staff-parts">
        <RestoredNote at={form.restoredAt} onStartAgain={() => form.startAgain(account)} />
        {password && <OneTimeNote given={password} email={account.email} />}
        {save.error && !save.stale && <Refusal error={save.error} onRetry={save.retry} />}
        {save.stale && <ChangedNote stale={save.stale} onTake={() => save.rebase(form.rebase)} />}
        <AccountFields form={form} isReadOnly={isShut} />
        <section aria-label={t('panel.staff.sessions')}>
          <h3>{t('panel.staff.sessions')}</h3>
          <Sessions userId={account.id} isReadOnly={isReadOnly} />
        </section>
      </div>
    </Modal>
  );
};
