import { useCallback } from 'react';
import { useNotify } from 'ra-core';
import { ErrorMessage } from './ErrorMessage';

interface Options {
  retry?: () => void;
}

/** Gives the function that shows a failure as a toast, with its request id and, where it helps, a way to try again. */
export const useErrorToast = () => {
  const notify = useNotify();
  return useCallback(
    (error: unknown, { retry }: Options = {}) =>
      notify(<ErrorMessage error={error} retry={retry} />, { type: 'error', multiLine: true }),
    [notify],
  );
};
