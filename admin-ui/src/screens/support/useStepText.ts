import { useTranslate } from 'ra-core';
import { useJobWords } from '../../engine/jobs/useJobWords';
import { useAction } from '../../resources/audit/ActionCell';
import { useActor } from '../../resources/audit/ActorCell';
import { useEntity } from '../../resources/audit/EntityCell';
import { useDetailText } from '../../resources/vms/useDetailText';
import type { Step } from './story';

interface StepText {
  title: string;
  more: string;
  /** Where it is shown in full; "" for what stands nowhere else. */
  to: string;
}

/** What a step was, in words. */
export const useStepText = () => {
  const t = useTranslate();
  const nameOf = useEntity();
  const actionOf = useAction();
  const actorOf = useActor();
  const detailOf = useDetailText();
  const { titleOf } = useJobWords();
  const join = (...parts: (string | false)[]) => parts.filter(Boolean).join(', ');
  const messageText = ({ message: m, attempt }: Extract<Step, { part: 'message' }>): StepText => {
    const failure = attempt && attempt !== m.attempts.at(-1) ? attempt.outcome : m.failure;
    const why = failure ? t(`enum.applicationReason.${failure}`) : m.reason && t(`enum.vmsReason.${m.reason}`);
    const number = attempt && attempt.number > 0 ? t('panel.vms.exchange.attempt', { number: attempt.number }) : '';
    const isLast = attempt === m.attempts.at(-1);
    return {
      title: join(t(`enum.vmsEntity.${m.entity}`), number, why || t(`enum.vmsMessageState.${m.state}`)),
      more: join(
        attempt !== undefined && attempt.status > 0 && t('panel.vms.connect.status', { status: attempt.status }),
        isLast && m.detail !== '' && detailOf(m.detail),
        m.connection,
        m.messageId,
      ),
      to: `/platform/vms/${m.direction}/${m.id}`,
    };
  };
  return (step: Step): StepText => {
    switch (step.part) {
      case 'api': {
        const { text, facts } = step.line;
        const { call = '', status = '', err = '' } = facts ?? {};
        const title = text === 'refused' ? t('panel.support.refused', { status }) : text;
        return { title, more: join(call, err), to: '' };
      }
      case 'record': {
        const { entity, entityId, action, actor, id } = step.entry;
        const title = join(actionOf(entity, action), `${nameOf(entity)} ${entityId || ''}`.trim());
        return { title, more: actorOf(actor), to: `/platform/audit/${id}` };
      }
      case 'job':
        return {
          title: titleOf(step.job),
          more: join(t(`panel.jobs.state.${step.job.state}`), step.job.jobId),
          to: '',
        };
      case 'run':
        return {
          title: step.run.name,
          more: join(t(`enum.scheduledRunState.${step.run.state}`), step.run.id),
          to: '/platform/cronjobs',
        };
      case 'message':
        return messageText(step);
      case 'mail': {
        const { template, state, reason, entity, entityId, id } = step.mail;
        const why = reason && t(`enum.mailReason.${reason}`);
        const about = entityId ? `${nameOf(entity)} ${entityId}` : '';
        return {
          title: t(`enum.mailTemplate.${template}`),
          more: join(t(`enum.mailState.${state}`), why, about),
          to: `/platform/mails/${id}`,
        };
      }
      case 'index': {
        const { entity, id, state, indexVersion: index, version: record } = step.index;
        return {
          title: join(`${nameOf(entity)} ${id}`, t(`panel.support.index.${state}`)),
          more: t('panel.support.versions', { index, record }),
          to: '',
        };
      }
    }
  };
};
