import { useNotify } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { indexKey } from './calls';

/** What went wrong last on these screens, which say it in place of a toast. */
export interface Trouble {
  error: Error;
  at: string;
}

/** Tells the screen of a failure, or that there is none any more. */
export type Report = (error: Error | undefined) => void;

/** Something done to an index: success is a toast, failure a line of the screen. */
export const useWork = <In, Out>(work: (input: In) => Promise<Out>, done: (out: Out) => string, onTrouble: Report) => {
  const notify = useNotify();
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: out => {
      onTrouble(undefined);
      notify(done(out), { type: 'success' });
    },
    onError: onTrouble,
    onSettled: () => client.invalidateQueries({ queryKey: indexKey }),
  });
};
