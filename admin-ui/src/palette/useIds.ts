import { useTranslate } from 'ra-core';
import { openJob } from '../engine/jobs/jobStore';
import { useCan } from '../meta';
import type { Line } from './line';

const requestId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A trace; a run, a mail; a delivery, which has the handle of its application and how often that was sent; another message. */
const otherIds = /^([0-9a-f]{32}|run_\w{20,32}|mail_\d+|[A-Z]{1,4}-\w+-\d+|unnamed-\w+|[a-z]{2,}_[\w-]*\d[\w-]*)$/;
const jobId = /^[a-z]+_[0-9A-Z]{20,32}$/;

/** What an id that one pasted stands for: for support the story of whatever it is, for others a job. */
export const useIds = (wanted: string): Line[] => {
  const t = useTranslate();
  const maySupport = useCan('audit.read');
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
