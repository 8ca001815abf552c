import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import type { DialogProps } from '../../engine/overrideProps';
import type { Freelancer } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Note } from '../../ui/Note';
import { TextInput } from '../../ui/TextInput';
import { request } from '../../providers/http';
import type { Job, JobAccepted, Ticket } from '../../generated/answers';

const every = 1000;
const reasonAtLeast = 3;
const isOver = ({ state }: Job) => !['QUEUED', 'ANALYSING', 'RUNNING'].includes(state);

/** Gathers everything that is kept of somebody, for the person: an archive that is fetched once it is made. */
export const ExportDialog = ({ record, onClose }: DialogProps<Freelancer>) => {
  const t = useTranslate();
  const [reason, setReason] = useState('');
  const start = useMutation({
    mutationFn: async () =>
      (await request<JobAccepted>('POST', `/api/freelancer/${record.id}/export`, { body: { reason } })).data,
  });
  const address = start.data?.statusUrl ?? '';
  const job = useQuery({
    queryKey: ['freelancer', 'export', address],
    queryFn: async ({ signal }) => (await request<Job>('GET', address, { signal })).data,
    enabled: address !== '',
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : every),
    refetchIntervalInBackground: true,
  });
  const fetchFile = useMutation({
    mutationFn: async () =>
      (await request<Ticket>('POST', `/api/resource/${job.data?.resourceId}/ticket`, { body: {} })).data,
    onSuccess: ({ url }) => location.assign(url),
  });
  const error = start.error ?? job.error ?? fetchFile.error;
  const isReady = job.data?.state === 'COMPLETED' && job.data.resourceId !== '';
  const isBusy = start.isPending || (start.isSuccess && !(job.data && isOver(job.data)));
  const missing = reason.trim().length < reasonAtLeast ? t('freelancer.erase.reasonMissing') : undefined;
  return (
    <Modal
      title={t('resources.freelancer.actions.exportPerson.title')}
      sub={`${record.name} ${record.handle}`}
      size="narrow"
      note={t('freelancer.exporting.note')}
      cancelLabel={start.data ? t('panel.modal.close') : undefined}
      onClose={onClose}
      actions={
        isReady ? (
          <Button look="primary" icon="download" isBusy={fetchFile.isPending} onClick={() => fetchFile.mutate()}>
            {t('freelancer.exporting.fetch')}
          </Button>
        ) : (
          <Button look="primary" isBusy={isBusy} refusal={missing} onClick={() => start.mutate()}>
            {t('resources.freelancer.actions.exportPerson.submit')}
          </Button>
        )
      }
    >
      {error && <Refusal error={error} onRetry={retryOf(start, job, fetchFile)} />}
      {job.data?.state === 'FAILED' && <Note tone="bad">{t('freelancer.exporting.failed')}</Note>}
      {start.data && (
        <Note tone="accent" isNews>
          {t(isReady ? 'freelancer.exporting.ready' : 'freelancer.exporting.busy')}
        </Note>
      )}
      {!start.data && (
        <Field label={t('resources.freelancer.actions.exportPerson.fields.reason')} isRequired>
          <TextInput rows={2} value={reason} onChange={setReason} />
        </Field>
      )}
    </Modal>
  );
};
