import { useCallback } from 'react';
import { useNotify } from 'ra-core';
import { ErrorMessage } from './ErrorMessage';

interface Options {
  retry?: () => void;
  /** The text that says what failed, in place of the words of the service. */
  say?: string;
}

/** Gives the function that shows a failure as a toast, with its request id and, where it helps, a way to try again. */
export const useErrorToast = () => {
  const notify = useNotify();
  return useCallback(
    (error: unknown, { retry, say }: Options = {}) =>
      notify(<ErrorMessage error={error} retry={retry} say={say} />, { type: 'error', multiLine: true }),
    [notify],
  );
};
