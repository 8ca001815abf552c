import { LinkBase, useLocale, useTranslate } from 'ra-core';
import { formatDate, formatDay } from '../../format/format';
import { enumText, useMeta } from '../../meta';
import { useMinute } from '../../engine/useMinute';
import type { Application } from '../../generated/resources';
import { StatusChip } from '../../ui/StatusChip';
import { useRecordLink } from './useRecordLink';

interface Props {
  application: Application;
}

/** The freelancer's name, which leads to the freelancer. */
export const DrawerTitle = ({ application }: Props) => {
  const to = useRecordLink()('freelancer', application.freelancerId);
  const name = application.freelancerName || application.handle;
  return to ? <LinkBase to={to}>{name}</LinkBase> : name;
};

/** What an application is for, where it stands, and through whom it came when. */
export const DrawerHead = ({ application }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const now = useMinute();
  const meta = useMeta();
  const link = useRecordLink()('project', application.projectId);
  const { projectTitle, status, handle, mspName, created, erasureAskedAt } = application;
  return (
    <>
      <p className="s13 t2 ell">{link ? <LinkBase to={link}>{projectTitle}</LinkBase> : projectTitle}</p>
      <p className="app-state s13 t2">
        {status && <StatusChip status={status} label={t(enumText(meta, 'applicationStatus', status))} />}
        {erasureAskedAt && (
          <span className="chip bare loud warn">
            {t('freelancer.erasureAsked', { date: formatDate(locale, erasureAskedAt) })}
          </span>
        )}
        <span className="mono s12">{handle}</span>
        <span>
          {t('panel.application.applied', {
            through: mspName || t('panel.application.direct'),
            at: created ? formatDay(locale, now, created) : '–',
          })}
        </span>
      </p>
    </>
  );
};

/** Keeps the place of the head while the application comes. */
export const HeadWaiting = () => (
  <>
    <p className="s13">&nbsp;</p>
    <p className="app-state wait" />
  </>
);
