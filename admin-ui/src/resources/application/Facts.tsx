import { LinkBase, useLocale, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Age } from '../../engine/cells/Age';
import { formatDate, formatNumber, formatPeriod } from '../../format/format';
import { useActorName } from '../../engine/useActorName';
import { enumText, useMeta } from '../../meta';
import type { Application } from '../../generated/resources';
import { useRecordLink } from './useRecordLink';

interface Props {
  application: Application;
}

/** Who applies for what, through whom, and when one could begin. */
export const Facts = ({ application }: Props) => {
  const t = useTranslate();
  const label = (field: string) => t(`resources.application.fields.${field}`);
  const { message } = application;
  return (
    <section aria-labelledby="application-facts">
      <h3 id="application-facts">{t('panel.application.facts')}</h3>
      <dl className="app-kv">
        {useRows(application)
          .filter(([, value]) => value)
          .map(([field, value]) => (
            <div key={field}>
              <dt>{label(field)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {message && (
        <>
          <h4>{label('message')}</h4>
          <p className="app-text">{message}</p>
        </>
      )}
    </section>
  );
};

const useRows = (application: Application): [string, ReactNode][] => {
  const t = useTranslate();
  const meta = useMeta();
  const locale = useLocale() ?? 'en';
  const linkTo = useRecordLink();
  const actorName = useActorName();
  const link = (resource: string, id: number | null, text: string) => {
    const to = linkTo(resource, id);
    return to && text ? <LinkBase to={to}>{text}</LinkBase> : text;
  };
  const age = (at: string | null) => at && <Age at={at} />;
  const { availabilityFrom: from, availabilityTo: until, statusReason: reason, hoursPerWeek } = application;
  return [
    ['freelancerId', link('freelancer', application.freelancerId, application.freelancerName)],
    ['projectId', link('project', application.projectId, application.projectTitle)],
    ['clientName', application.clientName],
    ['vmsId', application.vmsId && <span className="mono s12">{application.vmsId}</span>],
    [
      'providerKind',
      application.mspName
        ? link('msp', application.mspId, application.mspName)
        : application.providerKind && t(enumText(meta, 'providerKind', application.providerKind)),
    ],
    ['availabilityFrom', from && (until ? formatPeriod(locale, from, until) : formatDate(locale, from))],
    ['hoursPerWeek', hoursPerWeek !== null && hoursPerWeek !== undefined && formatNumber(locale, hoursPerWeek)],
    ['confirmedAt', age(application.confirmedAt)],
    ['consentToShareAt', age(application.consentToShareAt)],
    ['statusChangedAt', age(application.statusChangedAt)],
    ['statusChangedBy', actorName(application.statusChangedBy)],
    ['statusReason', reason && t(enumText(meta, 'applicationReason', reason))],
    ['statusComment', application.statusComment],
    ['hiredAt', age(application.hiredAt)],
  ];
};
