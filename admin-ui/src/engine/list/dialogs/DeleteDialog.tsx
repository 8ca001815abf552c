import { useState } from 'react';
import { useNotify } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../pieces/ConfirmDialog';
import { Field } from '../../../pieces/Field';
import { TextInput } from '../../../pieces/TextInput';
import { HttpError, request } from '../../../providers/http';
import { recordTitle, useResourceMeta } from '../../meta';
import type { DialogProps } from '../../override';
import { useOnline } from '../../useOnline';
import { useWords } from '../../useWords';
import { Refusal } from './Refusal';

/** Asks before a record is deleted, and why. */
export const DeleteDialog = ({ record, onClose, onDone }: DialogProps) => {
  const meta = useResourceMeta();
  const { t, name } = useWords();
  const notify = useNotify();
  const online = useOnline();
  const [reason, setReason] = useState('');
  const title = recordTitle(meta, record);
  const drop = useMutation({
    mutationFn: () =>
      request('DELETE', `${meta.path}/${String(record['id'])}`, {
        body: reason.trim() ? { reason: reason.trim() } : undefined,
        headers: { 'if-match': `"${String(record['version'])}"` },
      }),
    onSuccess: () => {
      notify('panel.delete.done', { type: 'success', messageArgs: { title } });
      onDone();
    },
  });
  const { error } = drop;
  const wantsReason = error instanceof HttpError && error.code === 'REASON_REQUIRED';
  return (
    <ConfirmDialog
      title={t('panel.delete.title', { name, title })}
      confirm={t('panel.delete.submit', { name })}
      look="danger"
      note={meta.trash ? t('panel.delete.restorable') : t('panel.delete.final')}
      refusal={online ? undefined : t('panel.list.offline')}
      isBusy={drop.isPending}
      onConfirm={() => drop.mutate()}
      onCancel={onClose}
    >
      {error && !wantsReason && <Refusal error={error} />}
      <Field
        label={t('panel.delete.reason')}
        isOptional={!wantsReason}
        error={wantsReason ? t(error.message) : undefined}
      >
        <TextInput rows={2} value={reason} onChange={setReason} />
      </Field>
    </ConfirmDialog>
  );
};
