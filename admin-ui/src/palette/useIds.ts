import { useTranslate } from 'ra-core';
import { openJob } from '../engine/jobs/jobStore';
import { useCan } from '../meta';
import type { Line } from './line';

const requestId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A trace, a run, a mail, an application; a delivery: a handle and how often that was sent; any other message. */
const otherIds =
  /^([0-9a-f]{32}|run_\w{8,32}|mail_\d+|A-[0-9A-Z]+|[A-Z]{1,4}-\w+-\d+|unnamed-\w+|[a-z]{2,}_[\w-]*\d[\w-]*)$/;
const jobId = /^[a-z]+_[0-9A-Z]{20,32}$/;
/** The same within a line of a log or a bundle, where a word of another kind must not be taken for one. */
const within = new RegExp(
  [
    '\\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}', // a request, a trace
    'run_\\w{20,32}|mail_\\d+|[a-z]+_[0-9A-Z]{20,32}',
    'A-[0-9A-Z]+(?:-\\d+)?)\\b', // an application, or a delivery of it
  ].join('|'),
  'g',
);
const idsAtMost = 5;

/** What an id that one pasted stands for: for support the story of whatever it is, for others a job. */
export const useIds = (wanted: string): Line[] => {
  const t = useTranslate();
  const maySupport = useCan('audit.read');
  if (maySupport && /[\s"{}=]/.test(wanted)) {
    return [...new Set(wanted.match(within))].slice(0, idsAtMost).map(id => storyLine(id, t));
  }
  if (maySupport && requestId.test(wanted)) {
    return [storyLine(wanted.toLowerCase(), t)];
  }
  if (maySupport && otherIds.test(wanted)) return [storyLine(wanted, t)];
  if (!jobId.test(wanted)) return [];
  const label = t('panel.palette.job', { id: wanted });
  const job: Line = { id: `job ${wanted}`, icon: 'server', label, to: '', run: () => openJob(wanted) };
  return maySupport ? [job, storyLine(wanted, t)] : [job];
};

const storyLine = (id: string, t: (key: string, options: { id: string }) => string): Line => ({
  id: `story ${id}`,
  icon: 'info',
  label: t('panel.palette.story', { id }),
  to: `/support/${encodeURIComponent(id)}`,
});
