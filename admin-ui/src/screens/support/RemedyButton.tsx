import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { openJob } from '../../engine/jobs/jobStore';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useMeta } from '../../meta';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';

/** A call that mends a step, for those who have one of the permissions. */
export interface Remedy {
  name: string;
  needs: string[];
  method: 'POST' | 'PUT';
  path: string;
  body: Record<string, unknown>;
  /** Why it cannot help yet. */
  refusal?: string | undefined;
}

interface Props {
  remedy: Remedy;
  label: string;
  onDone: () => void;
}

/** The button of a remedy; who may not press it is told which permission it needs. What becomes a job shows that. */
export const RemedyButton = ({ remedy, label, onDone }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const { permissions } = useMeta();
  const run = useMutation({
    mutationFn: async ({ method, path, body }: Remedy) => {
      const isBulk = path.startsWith('/api/bulk/');
      const headers = isBulk ? { 'idempotency-key': crypto.randomUUID() } : undefined;
      return (await request<{ jobId?: string }>(method, path, { body, ...(headers && { headers }) })).data;
    },
    onSuccess: made => {
      if (made.jobId) openJob(made.jobId);
      else notify('panel.support.done', { type: 'success' });
      onDone();
    },
  });
  if (!remedy.needs.some(permission => permissions.includes(permission)))
    return <span className="t2">{t('panel.support.mayNot', { needs: remedy.needs.join(', ') })}</span>;
  return (
    <>
      <Button small icon="send" isBusy={run.isPending} refusal={remedy.refusal} onClick={() => run.mutate(remedy)}>
        {label}
      </Button>
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
    </>
  );
};
