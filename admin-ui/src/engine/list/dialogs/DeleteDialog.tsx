import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { Field } from '../../../ui/Field';
import { TextInput } from '../../../ui/TextInput';
import type { Deletion } from '../../../generated/answers';
import { request } from '../../../providers/http';
import { HttpError } from '../../../providers/httpError';
import { formatDate } from '../../../format/format';
import { recordTitle, useResourceMeta } from '../../../meta';
import type { DialogProps } from '../../overrideProps';
import { useOnline } from '../../useOnline';
import { retryOf } from '../../form/retryOf';
import { useDone } from '../../form/useDone';
import { useWords } from '../../useWords';
import { Refusal } from './Refusal';

/** Asks before a record is deleted, and why. What prevents it is shown at once. */
export const DeleteDialog = ({ record, onClose, onDone }: DialogProps) => {
  const meta = useResourceMeta();
  const { t, name, locale } = useWords();
  const reportDone = useDone();
  const online = useOnline();
  const [reason, setReason] = useState('');
  const title = recordTitle(meta, record);
  const path = `${meta.path}/${String(record['id'])}`;
  const headers = { 'if-match': `"${String(record['version'])}"` };
  const input = reason.trim() ? { reason: reason.trim() } : undefined;
  const tryWith = (body?: { reason: string }) => ({
    queryKey: ['delete', meta.name, record['id'], record['version'], body !== undefined],
    queryFn: async () => (await request<Deletion>('DELETE', `${path}?dryRun=true`, { body, headers })).data,
    gcTime: 0,
    retry: false,
  });
  const withoutReason = useQuery({ ...tryWith(), enabled: online });
  // Where a reason is needed, the rest is known once one is given, whatever it says.
  const isReady = input !== undefined && isWanting(withoutReason.error);
  const reasoned = useQuery({ ...tryWith(input), enabled: online && isReady });
  const attempt = isReady ? reasoned : withoutReason;
  const drop = useMutation({
    mutationFn: () => request('DELETE', path, { body: input, headers }),
    onSuccess: () => {
      reportDone('panel.delete.done', attempt.data?.undo && { action: 'delete', id: String(record['id']) }, { title });
      onDone();
    },
  });
  const error = drop.error ?? attempt.error;
  // What one of the two has asked for stays asked for, whatever else the other says.
  const wantsReason = isWanting(withoutReason.error) || isWanting(drop.error);
  const isBlocked = attempt.error !== null && !isWanting(attempt.error);
  const missing = wantsReason && !reason.trim() ? t('error.reasonRequired') : undefined;
  const refusal = isBlocked ? t('panel.transition.notNow') : missing;
  const lastsOf = ({ undo, undoUntil }: Deletion) => {
    if (!undo) return t('panel.delete.final');
    return undoUntil
      ? t('panel.delete.restorableUntil', { until: formatDate(locale, undoUntil) })
      : t('panel.delete.restorable');
  };
  return (
    <ConfirmDialog
      title={t('panel.delete.title', { name, title })}
      confirm={t('panel.delete.submit', { name })}
      look="danger"
      note={attempt.isSuccess && lastsOf(attempt.data)}
      refusal={online ? refusal : t('panel.list.offline')}
      isBusy={drop.isPending}
      onConfirm={() => drop.mutate()}
      onCancel={onClose}
    >
      {error && !isWanting(error) && <Refusal error={error} onRetry={retryOf(drop, attempt)} />}
      <Field
        label={t('panel.delete.reason')}
        isRequired={wantsReason}
        isOptional={attempt.isSuccess && !wantsReason}
        error={isWanting(drop.error) ? t('error.reasonRequired') : undefined}
      >
        <TextInput rows={2} value={reason} onChange={setReason} />
      </Field>
    </ConfirmDialog>
  );
};

const isWanting = (error: unknown) => error instanceof HttpError && error.code === 'REASON_REQUIRED';
