import { LinkBase, useLocale, useTranslate } from 'ra-core';
import { formatDate } from '../../../format/format';
import type { Project } from '../../../generated/resources';
import { formatMoney } from '../../../ui/money';
import { useRecordLink } from '../useRecordLink';

/** What the candidates of a comparison apply for. */
export const ProjectLine = ({ project }: { project: Project }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const to = useRecordLink()('project', project.id);
  const { title, positions, rateMax, rateUnit, currency, assignmentPeriodStart: start } = project;
  const facts = [
    t('panel.compare.positions', { smart_count: positions }),
    typeof rateMax === 'number' &&
      t('panel.compare.limit', {
        rate: formatMoney(locale, rateMax, currency ?? undefined),
        per: rateUnit ? t(`panel.application.per.${rateUnit}`) : '',
      }),
    start && t('panel.compare.starts', { day: formatDate(locale, start) }),
  ].filter(Boolean);
  return (
    <>
      {to ? <LinkBase to={to}>{title}</LinkBase> : title}. {facts.join(', ')}.
    </>
  );
};
