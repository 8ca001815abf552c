import { useState } from 'react';
import { useNavigate, useParams, useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { useResourceMeta } from '../../meta';
import { useRecordPath } from '../../engine/useRecordPath';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { stopReplay } from '../../providers/monitor';
import { Modal } from '../../ui/Modal';
import { Note } from '../../ui/Note';
import { TextInput } from '../../ui/TextInput';
import { request } from '../../providers/http';
import { HttpError } from '../../providers/httpError';
import type { Impersonation } from '../../generated/answers';

interface Props {
  /** The call that hands out the pass. */
  call: string;
}

const reasonAtLeast = 10;

/** Looks at the portal as the person or firm at hand, for a reason that is kept. */
export const PortalPage = ({ call }: Props) => {
  const meta = useResourceMeta();
  const t = useTranslate();
  const say = (word: string, params?: object) => t(`${meta.name}.impersonate.${word}`, params);
  const navigate = useNavigate();
  const path = useRecordPath();
  const { id = '' } = useParams<{ id: string }>();
  const [reason, setReason] = useState('');
  const named = useQuery({
    queryKey: ['portal', meta.name, id],
    queryFn: async ({ signal }) =>
      (await request<{ results: Record<string, unknown>[] }>('GET', `${meta.path}?id=${id}&limit=1`, { signal })).data,
  });
  const run = useMutation({
    mutationFn: async () => {
      await stopReplay();
      return (await request<Impersonation>('POST', call, { body: { id: Number(id), reason: reason.trim() } })).data;
    },
  });
  const isWrong = run.error instanceof HttpError && run.error.code === 'REASON_REQUIRED';
  const missing = [...reason.trim()].length < reasonAtLeast ? say('hint') : undefined;
  const submit = () => !missing && !run.isPending && run.mutate();
  return (
    <Modal
      title={say('title')}
      sub={String(named.data?.results[0]?.[meta.title] ?? '')}
      size="narrow"
      isBusy={run.isPending}
      note={say('note')}
      cancelLabel={run.data ? t('panel.modal.close') : undefined}
      onClose={() => navigate(path())}
      actions={
        !run.data && (
          <Button look="primary" isBusy={run.isPending} refusal={missing} onClick={submit}>
            {say('submit')}
          </Button>
        )
      }
    >
      {run.error && !isWrong && <Refusal error={run.error} onRetry={retryOf(run)} />}
      {run.data ? (
        <Note tone="accent" icon="external" isNews>
          {say('ready', { seconds: run.data.expiresIn })}{' '}
          <a href={run.data.url} target="_blank" rel="noreferrer noopener">
            {say('open')}
          </a>
        </Note>
      ) : (
        <Field label={say('reason')} hint={say('hint')} error={isWrong ? say('hint') : undefined} isRequired>
          <TextInput rows={3} value={reason} onChange={setReason} />
        </Field>
      )}
    </Modal>
  );
};
