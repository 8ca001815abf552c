import { useQuery } from '@tanstack/react-query';
import type { FreelancerDuplicate } from '../../generated/resources';
import { request } from '../../providers/http';

const most = 50;

/** The open questions whether somebody is somebody else. */
export const useTwins = (id: number | string) =>
  useQuery({
    queryKey: ['freelancerDuplicate', 'of', String(id)],
    queryFn: async ({ signal }) =>
      (
        await request<{ results: FreelancerDuplicate[] }>(
          'GET',
          `/api/freelancer/duplicate?freelancerId=${id}&limit=${most}`,
          { signal },
        )
      ).data.results,
    gcTime: 0,
  });

/** Who else somebody may be, by a pair. */
export const otherOf = (pair: FreelancerDuplicate, id: number) => pair.freelancers.find(person => person.id !== id);
