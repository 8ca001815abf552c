import { useState } from 'react';
import { useNavigate, useParams, useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useRecordPath } from '../../engine/useRecordPath';
import { Button } from '../../pieces/Button';
import { Field } from '../../pieces/Field';
import { Modal } from '../../pieces/Modal';
import { Note } from '../../pieces/Note';
import { TextInput } from '../../pieces/TextInput';
import { HttpError, request } from '../../providers/http';

interface Pass {
  url: string;
  expiresIn: number;
}

/** Looks at the portal as an MSP, for a reason that is kept. */
export const ImpersonatePage = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const path = useRecordPath();
  const { id = '' } = useParams<{ id: string }>();
  const [reason, setReason] = useState('');
  const msp = useQuery({
    queryKey: ['record', 'msp', id, 'name'],
    queryFn: async ({ signal }) => (await request<{ name: string }>('GET', `/api/msp/${id}`, { signal })).data,
  });
  const run = useMutation({
    mutationFn: async () =>
      (await request<Pass>('POST', '/api/impersonateMsp', { body: { id: Number(id), reason: reason.trim() } })).data,
  });
  const wantsReason = run.error instanceof HttpError && run.error.code === 'REASON_REQUIRED';
  const error = wantsReason ? msp.error : (run.error ?? msp.error);
  const submit = () => !run.isPending && run.mutate();
  return (
    <Modal
      title={t('msp.impersonate.title', { name: msp.data?.name ?? '' })}
      label={t('msp.menu.impersonate')}
      size="narrow"
      isBusy={run.isPending}
      note={t('msp.impersonate.note')}
      cancelLabel={run.data ? t('panel.modal.close') : undefined}
      onClose={() => navigate(path())}
      onKeyDown={event => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit()}
      actions={
        !run.data && (
          <Button look="primary" isBusy={run.isPending} onClick={submit}>
            {t('msp.impersonate.submit')}
          </Button>
        )
      }
    >
      {error && <Refusal error={error} />}
      {run.data ? (
        <Note tone="accent" icon="external" isNews>
          {t('msp.impersonate.ready', { seconds: run.data.expiresIn })}{' '}
          <a href={run.data.url} target="_blank" rel="noreferrer noopener">
            {t('msp.impersonate.open')}
          </a>
        </Note>
      ) : (
        <Field
          label={t('msp.impersonate.reason')}
          hint={t('msp.impersonate.hint')}
          error={wantsReason ? t('msp.impersonate.hint') : undefined}
        >
          <TextInput rows={3} value={reason} onChange={setReason} />
        </Field>
      )}
    </Modal>
  );
};
