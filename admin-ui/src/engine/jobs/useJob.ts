import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeJob, fetchJob, isAtWork, jobsKey, type RowsWanted } from './job';
import { watchJob } from './jobStore';

const often = 1_000;
const seldom = 3_000;
const oftenFor = 30_000;

/** How long to wait before asking again: a second for half a minute, then three. */
export const pauseOf = (since: number) => (Date.now() - since < oftenFor ? often : seldom);

/** One job, asked for again and again while it is at work. */
export const useJob = (id: string, wanted: RowsWanted) => {
  const client = useQueryClient();
  const [since, setSince] = useState(Date.now);
  const job = useQuery({
    queryKey: [...jobsKey, id, wanted],
    queryFn: ({ signal }) => fetchJob(id, wanted, signal),
    placeholderData: before => before,
    refetchInterval: ({ state }) => (state.data && !isAtWork(state.data) ? false : pauseOf(since)),
    refetchIntervalInBackground: true,
  });
  const change = useMutation({
    mutationFn: (verb: 'cancel' | 'undo') => changeJob(id, verb),
    onSuccess: () => watchJob(id),
    onSettled: () => {
      setSince(Date.now());
      return client.invalidateQueries({ queryKey: jobsKey });
    },
  });
  return { job, change };
};
