import { useTranslate } from 'ra-core';
import { openJob } from '../../engine/jobs/jobStore';
import type { SupportLine } from '../../generated/answers';
import { useCan } from '../../meta';
import { Link } from '../../router/Link';
import { Button } from '../../ui/Button';
import { MessageRemedies } from './MessageRemedies';
import { RemedyButton, type Remedy } from './RemedyButton';
import type { Step } from './story';

interface Props {
  step: Step;
  onDone: () => void;
}

/** What mends a step that failed: its button for whoever may press it, and the ways to what caused it. */
export const StepRemedy = ({ step, onDone }: Props) => {
  const t = useTranslate();
  if (step.part === 'message') return <MessageRemedies message={step.message} onDone={onDone} />;
  const remedy = remedyOf(step);
  return (
    <div className="story-do">
      {step.part === 'api' && <AccessLink line={step.line} />}
      {remedy && <RemedyButton remedy={remedy} label={t(`panel.support.fix.${remedy.name}`)} onDone={onDone} />}
      {step.part === 'job' && (
        <Button small icon="server" onClick={() => openJob(step.job.jobId)}>
          {t('panel.support.fix.openJob')}
        </Button>
      )}
    </div>
  );
};

/** Leads from a call that was refused for want of a right to what is missing and who gives it; nothing for others. */
const AccessLink = ({ line: { facts } }: { line: SupportLine }) => {
  const t = useTranslate();
  const mayExplainOthers = useCan('adminUser.read');
  const { call, err = '', staff } = facts ?? {};
  if (!call || !err.includes('missing permission')) return null;
  const query = new URLSearchParams({ call, ...(mayExplainOthers && staff && { userId: staff }) });
  return (
    <Link to={`/access?${query}`} className="btn secondary sm">
      {t('panel.support.to.access')}
    </Link>
  );
};

/** The call that does once more what has failed. */
const remedyOf = (step: Step): Remedy | undefined => {
  switch (step.part) {
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
