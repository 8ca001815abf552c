import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import type { Ticket } from '../../generated/answers';
import { handOver } from '../../providers/bytes';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';

interface Props {
  /** Of the upload that lists what a job could not do. */
  id: string;
}

/** Hands the rows that a job left out to the browser, each with its reason. */
export const ErrorFile = ({ id }: Props) => {
  const t = useTranslate();
  const save = useMutation({
    mutationFn: async () => (await request<Ticket>('POST', `/api/resource/${id}/ticket`, { body: {} })).data.url,
    onSuccess: handOver,
  });
  return (
    <Button icon="download" isBusy={save.isPending} onClick={() => save.mutate()}>
      {t('panel.jobs.errors')}
    </Button>
  );
};
