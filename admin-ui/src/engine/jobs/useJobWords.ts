import { useLocale, useTranslate } from 'ra-core';
import { formatDay, formatNumber, inSentence } from '../../format/format';
import { actionLabel, findResource, resourceLabel, useMeta } from '../../meta';
import type { Job } from '../../generated/answers';
import { isUndo } from './job';

/** What a person calls a job, and the words about it. */
export const useJobWords = () => {
  const t = useTranslate();
  const meta = useMeta();
  const locale = useLocale() ?? 'en';
  const number = (value: number) => formatNumber(locale, value);
  const subjectOf = (job: Job) => {
    const resource = findResource(meta, job.entity);
    if (job.kind === 'import' && resource)
      return t('panel.jobs.importOf', { plural: t(resourceLabel(resource, 'plural')) });
    if (job.kind !== 'bulk' || !resource) return t(`panel.jobs.kind.${job.kind}`);
    const noun = t(resourceLabel(resource, job.total === 1 ? 'name' : 'plural'));
    return t('panel.bulk.title', {
      action: t(actionLabel(resource, job.action, 'label')),
      count: job.total ? number(job.total) : '',
      noun: inSentence(locale, noun),
    });
  };
  const titleOf = (job: Job) => (isUndo(job) ? t('panel.jobs.undoOf', { title: subjectOf(job) }) : subjectOf(job));
  const resultOf = (job: Job) => {
    const isBulk = job.kind === 'bulk' && !isUndo(job);
    const refused = job.kind === 'import' && !isUndo(job) ? job.leftOut : 0;
    const good = isBulk ? job.updated : job.processed - job.failed - job.conflicts - refused;
    const result = t(isBulk ? 'panel.jobs.changedOf' : 'panel.jobs.goodOf', {
      good: number(good),
      total: number(job.total),
    });
    const also = (count: number, key: string) => (isBulk && count > 0 ? t(key, { count: number(count) }) : '');
    const leftOut = also(job.leftOut, 'panel.jobs.leftOut');
    const unchanged = also(job.skipped, 'panel.jobs.unchangedToo');
    const refusedToo = refused > 0 ? t('panel.jobs.refusedToo', { count: number(refused) }) : '';
    const failed = also(job.failed, 'panel.jobs.failedToo');
    return [result, refusedToo, leftOut, unchanged, failed].filter(Boolean).join(', ');
  };
  const leftOf = (seconds: number) =>
    seconds < 60
      ? t('panel.jobs.seconds', { count: number(Math.max(1, seconds)) })
      : t('panel.jobs.minutes', { count: number(Math.ceil(seconds / 60)) });
  return {
    t,
    locale,
    number,
    titleOf,
    resultOf,
    leftOf,
    dayOf: (iso: string) => formatDay(locale, Date.now(), iso),
  };
};
