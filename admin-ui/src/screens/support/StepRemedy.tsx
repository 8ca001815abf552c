import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { openJob } from '../../engine/jobs/jobStore';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { SupportMessage } from '../../generated/answers';
import { useMeta } from '../../meta';
import { useCanOpen } from '../../meta/useCanOpen';
import { request } from '../../providers/http';
import { Link } from '../../router/Link';
import { Button } from '../../ui/Button';
import type { Step } from './story';

/** A call that mends a step, for those who have one of the permissions. */
interface Remedy {
  name: string;
  needs: string[];
  method: 'POST' | 'PUT';
  path: string;
  body: Record<string, unknown>;
  /** Why it cannot help yet. */
  refusal?: string | undefined;
}

interface Props {
  step: Step;
  onDone: () => void;
}

/** What mends a step that failed: its button for whoever may press it, and the ways to what caused it. */
export const StepRemedy = ({ step, onDone }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const { permissions } = useMeta();
  const remedy = useRemedy(step);
  const run = useMutation({
    mutationFn: async ({ method, path, body }: Remedy) => request(method, path, { body }),
    onSuccess: () => {
      notify('panel.support.done', { type: 'success' });
      onDone();
    },
  });
  const may = remedy?.needs.some(permission => permissions.includes(permission));
  return (
    <div className="story-do">
      {step.part === 'message' && <Causes message={step.message} />}
      {remedy && may && (
        <Button small icon="send" isBusy={run.isPending} refusal={remedy.refusal} onClick={() => run.mutate(remedy)}>
          {t(`panel.support.fix.${remedy.name}`)}
        </Button>
      )}
      {remedy && !may && <span className="t2">{t('panel.support.mayNot', { needs: remedy.needs.join(', ') })}</span>}
      {step.part === 'job' && (
        <Button small icon="server" onClick={() => openJob(step.job.jobId)}>
          {t('panel.support.fix.openJob')}
        </Button>
      )}
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
    </div>
  );
};

/** The call that does once more what has failed. */
const useRemedy = (step: Step): Remedy | undefined => {
  const t = useTranslate();
  switch (step.part) {
    case 'message':
      return messageRemedy(step.message, t('panel.support.sameVersion', { number: step.message.liveNumber }));
    case 'mail':
      return {
        name: 'resend',
        needs: ['mail.manage'],
        method: 'POST',
        path: `/api/mail/${step.mail.id}/resend`,
        body: {},
      };
    case 'run':
      return {
        name: 'run',
        needs: ['cron.trigger'],
        method: 'POST',
        path: '/api/scheduler/trigger',
        body: { name: step.run.name },
      };
    case 'index':
      return {
        name: 'reindex',
        needs: ['index.document.write'],
        method: 'PUT',
        path: `/api/search/${step.index.entity}/${step.index.id}`,
        body: {},
      };
    default:
      return undefined;
  }
};

/** A message is read anew or sent again; with the version of its mapping that it failed with, it would fail again. */
const messageRemedy = (message: SupportMessage, sameVersion: string): Remedy | undefined => {
  const { id, direction, entity, entityId, failure, reason, mappingNumber, liveNumber } = message;
  const byMapping = failure === 'MAPPING' || reason === 'MAPPING' || reason === 'LOOKUP';
  const refusal = byMapping && liveNumber > 0 && mappingNumber === liveNumber ? sameVersion : undefined;
  if (direction === 'inbound')
    return {
      name: 'replay',
      needs: ['vms.message.replay'],
      method: 'POST',
      path: `/api/vms/message/${id}/replay`,
      body: {},
      refusal,
    };
  if (entity !== 'APPLICATION') return undefined;
  return {
    name: 'send',
    needs: ['application.status', 'application.resend'],
    method: 'PUT',
    path: `/api/projectApplication/${entityId}/status`,
    body: { status: 'sp' },
    refusal,
  };
};

/** The ways to what caused the failure of a message. */
const Causes = ({ message }: { message: SupportMessage }) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  const { id, direction, reason, mappingId, mappingNumber, same, state, connection } = message;
  const links = [
    mappingId > 0 && (['mapping', `/platform/vms/mappings/${mappingId}/try`] as const),
    reason === 'UNMATCHED' && (['assign', `/platform/vms/inbound/${id}`] as const),
    reason === 'LOOKUP' && (['decide', '/platform/vms/unknown'] as const),
    same > 0 && (['same', `/platform/vms/${direction}?${filter(state)}`] as const),
  ];
  return links.map(
    link =>
      link &&
      canOpen(link[1].split('?')[0] ?? '') && (
        <Link key={link[0]} to={link[1]}>
          {t(`panel.support.to.${link[0]}`, { number: mappingNumber, smart_count: same, connection })}
        </Link>
      ),
  );
};

const filter = (state: string) => new URLSearchParams({ filter: JSON.stringify({ state: [state] }) });
