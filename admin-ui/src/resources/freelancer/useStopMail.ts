import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorToast } from '../../engine/useErrorToast';
import { request } from '../../providers/http';

/** Stops a mail that waits. The service refuses that once it is sent. */
export const useStopMail = (id: string | number) => {
  const client = useQueryClient();
  const showError = useErrorToast();
  return useMutation({
    mutationFn: () => request('POST', `/api/mail/${id}/cancel`, { body: {} }),
    onError: error => showError(error),
    onSettled: () => void client.invalidateQueries({ queryKey: ['timeline'] }),
  });
};
