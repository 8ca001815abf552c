import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useErrorToast } from '../../engine/useErrorToast';
import { dismissedQuery, type Judged, changeDismissal } from './dismissalCalls';

/** What was set aside in a set, and the ways to set more aside and to take it back. */
export const useDismissals = (client: number, onDone?: () => void) => {
  const queries = useQueryClient();
  const fail = useErrorToast();
  const { data, error, refetch } = useQuery(dismissedQuery(client));
  const change = useMutation({
    mutationFn: ({ judged, reason }: { judged: Judged; reason?: string }) =>
      changeDismissal(judged, reason === undefined ? { takeBack: true } : { reason }),
    onSuccess: async () => {
      await Promise.all(['textsAside', 'coverage'].map(name => queries.invalidateQueries({ queryKey: [name] })));
      onDone?.();
    },
    onError: error => fail(error),
  });
  return { asides: data, error, refetch, change };
};
