import { useQuery } from '@tanstack/react-query';
import type { Shortlist } from '../../../generated/answers';
import type { Project } from '../../../generated/resources';
import { request } from '../../../providers/http';
import type { Rule } from './useShortlist';

/** None of them takes anybody out: whoever was chosen is shown, with what is not met. */
const off: Rule[] = ['skills', 'languages', 'rightToWork', 'available', 'rate', 'notYetSent', 'consent'];

/** A project, and how people who were chosen fit it; those who can be offered to nobody are left out. */
export const useOffer = (projectId: string | undefined, freelancerIds: readonly number[]) =>
  useQuery({
    queryKey: ['project', projectId, 'offer', freelancerIds],
    enabled: projectId !== undefined,
    queryFn: async ({ signal }) => {
      const at = `/api/project/${projectId}`;
      const body = { freelancerIds, must: [], off, limit: freelancerIds.length };
      const [project, list] = await Promise.all([
        request<Project>('GET', at, { signal }),
        request<Shortlist>('POST', `${at}/shortlist`, { body, signal }),
      ]);
      return { project: project.data, list: list.data };
    },
    gcTime: 0,
    retry: false,
  });
