import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { RestoredNote } from '../../engine/form/RestoredNote';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { AccountFields } from './AccountFields';
import { invite, type StaffForm } from './calls';
import { OneTimeNote } from './OneTimeNote';
import { useAccountForm } from './useAccountForm';
import { useAccountsChanged } from './useAccountsChanged';

/** Makes an account, and shows the password its person signs in with for the first time. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslate();
  const changed = useAccountsChanged();
  const locale = useLocale() ?? 'en';
  const [key] = useState(() => crypto.randomUUID());
  const [blank] = useState<StaffForm>(() => ({
    email: '',
    firstName: '',
    lastName: '',
    locale,
    roles: [],
    scopes: { clientIds: [], legalEntityIds: [] },
    terms: [],
    status: 'UV',
  }));
  const sending = useMutation({
    mutationFn: ({ status: _, ...person }: StaffForm) => invite(person, key),
    onSuccess: () => {
      form.drop();
      void changed();
    },
  });
  const { mutate, data, error, isPending } = sending;
  const form = useAccountForm(blank, 'new', error);
  const { firstName, lastName, email } = form.values;
  const isComplete = [firstName, lastName, email].every(text => text.trim() !== '');
  const submit = () => isComplete && !isPending && !data && mutate(form.values);
  return (
    <Modal
      title={t('panel.staff.inviteTitle')}
      isTall={!data}
      isBusy={isPending}
      unsaved={data ? 0 : form.changed.length}
      onClose={onClose}
      onDiscard={form.drop}
      cancelLabel={data ? t('panel.modal.close') : undefined}
      actions={
        !data && (
          <Button
            look="primary"
            refusal={isComplete ? undefined : t('panel.staff.incomplete')}
            isBusy={isPending}
            onClick={submit}
          >
            {t('panel.staff.invite')}
          </Button>
        )
      }
    >
      {data && <OneTimeNote given={data} email={data.admin.email} />}
      {!data && (
        <div className="staff-parts">
          <RestoredNote at={form.restoredAt} onStartAgain={() => form.startAgain(blank)} />
          {error && <Refusal error={error} onRetry={retryOf(sending)} />}
          <AccountFields form={form} isReadOnly={false} />
        </div>
      )}
    </Modal>
  );
};
