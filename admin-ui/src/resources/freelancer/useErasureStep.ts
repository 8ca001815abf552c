import { useNotify } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import type { Erasure } from '../../generated/resources';
import { request } from '../../providers/http';

interface Step {
  state: 'IDENTITY_CHECK' | 'IN_PROGRESS' | 'REFUSED';
  reason?: string;
}

/** Takes a request for erasure one step further. Erasing is a job, which is shown. */
export const useErasureStep = (
  wanted: Erasure | undefined,
  onChanged: (saved: Erasure) => void,
  onJob: (id: string) => void,
) => {
  const notify = useNotify();
  return useMutation({
    mutationFn: async (step: Step) =>
      (
        await request<Erasure>('PUT', `/api/erasure/${wanted?.id}`, {
          body: step,
          headers: { 'if-match': `"${wanted?.version}"` },
        })
      ).data,
    onSuccess: (saved, { state }) => {
      onChanged(saved);
      if (state === 'IN_PROGRESS') return onJob(saved.jobId);
      return notify(`freelancer.erasure.moved.${state}`, { type: 'success' });
    },
  });
};
