import { useState } from 'react';
import { useNotify } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../pieces/ConfirmDialog';
import { Field } from '../../../pieces/Field';
import { TextInput } from '../../../pieces/TextInput';
import { HttpError, request } from '../../../providers/http';
import { recordTitle, useResourceMeta } from '../../meta';
import type { DialogProps } from '../../override';
import { useOnline } from '../../useOnline';
import { retryOf } from '../../form/retryOf';
import { useWords } from '../../useWords';
import { Refusal } from './Refusal';

/** Asks before a record is deleted, and why. What stands against it is told at once. */
export const DeleteDialog = ({ record, onClose, onDone }: DialogProps) => {
  const meta = useResourceMeta();
  const { t, name } = useWords();
  const notify = useNotify();
  const online = useOnline();
  const [reason, setReason] = useState('');
  const title = recordTitle(meta, record);
  const path = `${meta.path}/${String(record['id'])}`;
  const headers = { 'if-match': `"${String(record['version'])}"` };
  const attempt = useQuery({
    queryKey: ['delete', meta.name, record['id'], record['version']],
    queryFn: async () => (await request('DELETE', `${path}?dryRun=true`, { headers })).data,
    enabled: online,
    gcTime: 0,
    retry: false,
  });
  const drop = useMutation({
    mutationFn: () => request('DELETE', path, { body: reason.trim() ? { reason: reason.trim() } : undefined, headers }),
    onSuccess: () => {
      notify('panel.delete.done', { type: 'success', messageArgs: { title } });
      onDone();
    },
  });
  const error = drop.error ?? attempt.error;
  // What one of the two has asked for stays asked for, whatever else the other says.
  const wantsReason = isWanting(attempt.error) || isWanting(drop.error);
  const isBlocked = attempt.error !== null && !isWanting(attempt.error);
  const missing = wantsReason && !reason.trim() ? t('error.reasonRequired') : undefined;
  const refusal = isBlocked ? t('panel.transition.notNow') : missing;
  return (
    <ConfirmDialog
      title={t('panel.delete.title', { name, title })}
      confirm={t('panel.delete.submit', { name })}
      look="danger"
      note={meta.trash ? t('panel.delete.restorable') : t('panel.delete.final')}
      refusal={online ? refusal : t('panel.list.offline')}
      isBusy={drop.isPending}
      onConfirm={() => drop.mutate()}
      onCancel={onClose}
    >
      {error && !isWanting(error) && <Refusal error={error} onRetry={retryOf(drop, attempt)} />}
      <Field
        label={t('panel.delete.reason')}
        isRequired={wantsReason}
        showsRequired={wantsReason}
        isOptional={attempt.isSuccess && !wantsReason}
        error={isWanting(drop.error) ? t('error.reasonRequired') : undefined}
      >
        <TextInput rows={2} value={reason} onChange={setReason} />
      </Field>
    </ConfirmDialog>
  );
};

const isWanting = (error: unknown) => error instanceof HttpError && error.code === 'REASON_REQUIRED';
