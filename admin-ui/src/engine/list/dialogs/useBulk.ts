import { useState } from 'react';
import { useListContext } from 'ra-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { idempotencyKeys } from '../../form/idempotencyKeys';
import { jobsKey } from '../../jobs/job';
import { openJob } from '../../jobs/jobStore';
import { useResourceMeta } from '../../../meta';
import type { BulkPreview, JobAccepted } from '../../../generated/answers';
import type { ActionMeta } from '../../../meta';
import { useListUi } from '../ListUi';
import { order } from './bulk';

/** An action on chosen records, or on all that match: what it would do, then a job that does it to those it can change. */
export const useBulk = (action: ActionMeta, input: Record<string, unknown>, isComplete: boolean) => {
  const meta = useResourceMeta();
  const client = useQueryClient();
  const { filterValues, total = 0 } = useListContext();
  const { selection, close } = useListUi();
  const [{ filters, expected }] = useState(() => ({
    filters: selection.everything ? { ...filterValues } : { id: [...selection.ids] },
    expected: selection.everything ? total : selection.ids.size,
  }));
  const [keyFor] = useState(idempotencyKeys);
  const plan = useQuery({
    queryKey: ['bulk', meta.name, action.name, filters, input],
    queryFn: ({ signal }) => order<BulkPreview>({ meta, action, filters, input, dryRun: true }, signal),
    enabled: isComplete,
    gcTime: 0,
    staleTime: 0,
  });
  const tried = plan.data?.results;
  const wanted = tried
    ? { id: tried.filter(({ allowed, unchanged }) => allowed && !unchanged).map(({ id }) => id) }
    : filters;
  const start = useMutation({
    mutationFn: () => {
      const key = keyFor(JSON.stringify([wanted, input]));
      return order<JobAccepted>({ meta, action, filters: wanted, input, dryRun: false, key });
    },
    onSuccess: ({ jobId }) => {
      if (tried && !selection.everything) selection.keep(tried.filter(({ allowed }) => !allowed).map(({ id }) => id));
      else selection.clear();
      close();
      openJob(jobId);
      void client.invalidateQueries({ queryKey: jobsKey, exact: true });
    },
  });
  return { plan, start, count: plan.data?.count ?? expected };
};
