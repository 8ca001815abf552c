import { useState } from 'react';
import { useLogout, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { endAllSessions } from './calls';

/** Signs everybody out, oneself too. */
export const EndAllSessions = () => {
  const t = useTranslate();
  const logout = useLogout();
  const [isAsking, setAsking] = useState(false);
  const run = useMutation({ mutationFn: endAllSessions, onSuccess: () => void logout() });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('panel.staff.endAll')}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t('panel.staff.endAll')}
          confirm={t('panel.staff.endAll')}
          look="danger"
          isBusy={run.isPending}
          onConfirm={() => run.mutate()}
          onCancel={() => {
            setAsking(false);
            run.reset();
          }}
        >
          {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
          {t('panel.staff.endAllFollows')}
        </ConfirmDialog>
      )}
    </>
  );
};
