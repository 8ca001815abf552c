import { useState } from 'react';
import { useListContext } from 'ra-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { idempotencyKeys } from '../../form/idempotencyKeys';
import { jobsKey, type Accepted } from '../../jobs/job';
import { openJob } from '../../jobs/jobStore';
import { useResourceMeta } from '../../meta';
import type { ActionMeta } from '../../meta';
import { useListUi } from '../ListUi';
import { order } from './bulk';
import type { Preview } from './bulk';

/** An action on more records than one call changes: how many there are and what would fail, then a job that does it. */
export const useMany = (action: ActionMeta, input: Record<string, unknown>, isComplete: boolean) => {
  const meta = useResourceMeta();
  const client = useQueryClient();
  const { filterValues, total = 0 } = useListContext();
  const { selection, close } = useListUi();
  const [{ filters, expected }] = useState(() => ({
    filters: selection.everything ? { ...filterValues } : { id: [...selection.ids].join(',') },
    expected: selection.everything ? total : selection.ids.size,
  }));
  const [keyFor] = useState(idempotencyKeys);
  const plan = useQuery({
    queryKey: ['bulk', meta.name, action.name, filters, input],
    queryFn: ({ signal }) => order<Preview>({ meta, action, filters, input, dryRun: true }, signal),
    enabled: isComplete,
    gcTime: 0,
    staleTime: 0,
  });
  const start = useMutation({
    mutationFn: () =>
      order<Accepted>({ meta, action, filters, input, dryRun: false, key: keyFor(JSON.stringify(input)) }),
    onSuccess: ({ jobId }) => {
      selection.clear();
      close();
      openJob(jobId);
      void client.invalidateQueries({ queryKey: jobsKey, exact: true });
    },
  });
  return { plan, start, count: plan.data?.count ?? expected };
};
