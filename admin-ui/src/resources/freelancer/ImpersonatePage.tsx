import { useState } from 'react';
import { useNavigate, useParams, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useRecordPath } from '../../engine/useRecordPath';
import { Button } from '../../pieces/Button';
import { Field } from '../../pieces/Field';
import { Modal } from '../../pieces/Modal';
import { Note } from '../../pieces/Note';
import { TextInput } from '../../pieces/TextInput';
import { request } from '../../providers/http';

interface Pass {
  url: string;
  expiresIn: number;
}

const reasonAtLeast = 10;

/** Looks at the portal as a freelancer, for a reason that is kept. */
export const ImpersonatePage = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const path = useRecordPath();
  const { id = '' } = useParams<{ id: string }>();
  const [reason, setReason] = useState('');
  const run = useMutation({
    mutationFn: async () =>
      (await request<Pass>('POST', '/api/impersonateFreelancer', { body: { id: Number(id), reason: reason.trim() } }))
        .data,
  });
  const missing = [...reason.trim()].length < reasonAtLeast ? t('freelancer.impersonate.hint') : undefined;
  return (
    <Modal
      title={t('freelancer.impersonate.title')}
      size="narrow"
      isBusy={run.isPending}
      note={t('freelancer.impersonate.note')}
      cancelLabel={run.data ? t('panel.modal.close') : undefined}
      onClose={() => navigate(path())}
      actions={
        !run.data && (
          <Button look="primary" isBusy={run.isPending} refusal={missing} onClick={() => run.mutate()}>
            {t('freelancer.impersonate.submit')}
          </Button>
        )
      }
    >
      {run.error && <Refusal error={run.error} />}
      {run.data ? (
        <Note tone="accent" icon="external" isNews>
          {t('freelancer.impersonate.ready', { seconds: run.data.expiresIn })}{' '}
          <a href={run.data.url} target="_blank" rel="noreferrer noopener">
            {t('freelancer.impersonate.open')}
          </a>
        </Note>
      ) : (
        <Field label={t('freelancer.impersonate.reason')} hint={t('freelancer.impersonate.hint')} isRequired>
          <TextInput rows={3} value={reason} onChange={setReason} />
        </Field>
      )}
    </Modal>
  );
};
