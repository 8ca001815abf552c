import { useTranslate } from 'ra-core';
import { openJob } from '../engine/jobs/jobStore';
import { useCan } from '../meta';
import type { Line } from './line';

const requestId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const jobId = /^[a-z]+_[0-9A-Z]{20,32}$/;

/** What an id that one pasted stands for: a request, of which support sees everything that is known, or a job. */
export const useIds = (wanted: string): Line[] => {
  const t = useTranslate();
  const maySupport = useCan('audit.read');
  if (maySupport && requestId.test(wanted)) {
    const id = wanted.toLowerCase();
    return [{ id: `request ${id}`, icon: 'info', label: t('panel.palette.request', { id }), to: `/support/${id}` }];
  }
  if (!jobId.test(wanted)) return [];
  const label = t('panel.palette.job', { id: wanted });
  return [{ id: `job ${wanted}`, icon: 'server', label, to: '', run: () => openJob(wanted) }];
};
