import { HttpError } from '../../providers/httpError';

/** A query or a mutation, as far as it can be made once more. */
interface Retriable {
  error: unknown;
  isPending?: boolean;
  refetch?: () => unknown;
  mutate?: (variables: never) => unknown;
  variables?: unknown;
}

/**
 * What makes the first of these calls that failed once more, with what it was given; undefined where that would end the
 * same way. What creates or sends carries the key of its input, so that nothing is done twice.
 */
export const retryOf = (...calls: readonly Retriable[]) => {
  const failed = calls.find(({ error }) => error);
  if (!(failed?.error instanceof HttpError && failed.error.isTransient)) return undefined;
  return () => {
    if (failed.isPending) return;
    if (failed.mutate)
      failed.mutate(failed.variables as never); // its own, of the call before
    else failed.refetch?.();
  };
};
