import { useTranslate } from 'ra-core';
import { Events } from '../../engine/timeline/TimelineTab';
import type { AsideProps } from '../../engine/override';
import type { Freelancer } from '../../generated/resources';
import { useResourceMeta } from '../../meta';

const mails = ['MAILS'] as const;

/** The mails to somebody, and those about the applications of that person. */
export const MailsTab = ({ record }: AsideProps<Freelancer>) => {
  const t = useTranslate();
  return <Events meta={useResourceMeta()} record={{ ...record }} kinds={mails} none={t('freelancer.mails.none')} />;
};
