import { LinkBase, useTranslate } from 'ra-core';
import { Events } from '../../engine/timeline/TimelineTab';
import type { AsideProps } from '../../engine/overrideProps';
import type { TimelineEvent } from '../../generated/answers';
import type { Freelancer } from '../../generated/resources';
import { useCan, useResourceMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { useStopMail } from './useStopMail';

const mails = ['MAILS'] as const;

/** The mails to somebody, and those about the applications of that person. */
export const MailsTab = ({ record }: AsideProps<Freelancer>) => {
  const t = useTranslate();
  return (
    <Events
      meta={useResourceMeta()}
      record={{ ...record }}
      kinds={mails}
      none={t('freelancer.mails.none')}
      Below={MailTools}
    />
  );
};

/** The text of a mail, and the way to stop one that waits. */
const MailTools = ({ event: { id, mail } }: { event: TimelineEvent }) => {
  const t = useTranslate();
  const mayManage = useCan('mail.manage');
  const stop = useStopMail(id);
  if (!mayManage) return null;
  return (
    <p className="fr-mail">
      <LinkBase to={`/platform/mails/${id}`}>{t('freelancer.mails.read')}</LinkBase>
      {mail?.state === 'QUEUED' && (
        <Button small isBusy={stop.isPending} onClick={() => stop.mutate()}>
          {t('freelancer.mails.stop')}
        </Button>
      )}
    </p>
  );
};
