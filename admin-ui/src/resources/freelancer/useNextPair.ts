import { useNavigate } from 'ra-core';
import { useRecordPath } from '../../engine/useRecordPath';
import { useListChanged } from '../../engine/useRecordSaved';
import type { FreelancerDuplicate } from '../../generated/resources';
import { request } from '../../providers/http';
import { HttpError } from '../../providers/httpError';

/** Leads to the next pair to review, or back to the list when there is none. */
export const useNextPair = () => {
  const navigate = useNavigate();
  const listPath = useRecordPath();
  const refreshList = useListChanged();
  return async () => {
    refreshList();
    try {
      const { data } = await request<{ results: FreelancerDuplicate[] }>('GET', '/api/freelancer/duplicate?limit=1');
      navigate(listPath(data.results[0]?.id));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      navigate(listPath());
    }
  };
};
