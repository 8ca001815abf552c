import { useEffect } from 'react';
import { useNotify } from 'ra-core';
import { useQueryClient } from '@tanstack/react-query';
import { findResource, resourceKey, useMeta } from '../../meta';
import type { Job } from '../../generated/answers';
import { isAtWork } from './job';
import { JobToast } from './JobToast';
import { seenJob, useJobStore, watchJob } from './jobStore';

const bad: Job['state'][] = ['FAILED', 'COMPLETED_WITH_CONFLICTS'];
const stays = 20_000;

/** Tells of jobs that have ended while nobody looked, and has the lists they changed asked for again. */
export const useJobNews = (jobs: Job[]) => {
  const notify = useNotify();
  const client = useQueryClient();
  const meta = useMeta();
  const { opened, watched } = useJobStore();
  useEffect(() => {
    for (const job of jobs) {
      if (isAtWork(job)) watchJob(job.jobId);
      else if (watched.has(job.jobId)) {
        const resource = findResource(meta, job.entity);
        for (const part of resource ? ['getList', 'count', 'getOne', 'getMany'] : [])
          void client.invalidateQueries({ queryKey: [resource && resourceKey(resource), part] });
        seenJob(job.jobId);
        if (opened !== job.jobId) {
          const type = bad.includes(job.state) ? 'warning' : 'success';
          notify(<JobToast job={job} />, { type, multiLine: true, autoHideDuration: stays });
        }
      }
    }
  }, [jobs, watched, opened, meta, client, notify]);
};
