import { useQueries, useQuery } from '@tanstack/react-query';
import { findResource, useMeta } from '../../../meta';
import type { Application, Project } from '../../../generated/resources';
import { request } from '../../../providers/http';

/** What a comparison takes of a freelancer. */
export interface Profile {
  skills?: string[] | null;
  hourRate?: number | null;
  dayRate?: number | null;
  currency?: string | null;
  languages?: { code: string; level: string | null }[] | null;
}

/** How the applications of a comparison are asked for, all at once. */
const compareKey = (ids: string) => ['application', 'compare', ids];

/** The applications to compare, with their project and their freelancers as far as one may see them. */
export const useCandidates = (ids: string) => {
  const meta = useMeta();
  const compared = useQuery({
    queryKey: compareKey(ids),
    queryFn: async ({ signal }) => {
      const path = `/api/projectApplication/compare?id=${encodeURIComponent(ids)}`;
      return (await request<{ results: Application[] }>('GET', path, { signal })).data.results;
    },
    retry: false,
  });
  const applications = compared.data ?? [];
  const projectId = applications[0]?.projectId;
  const project = useQuery({
    queryKey: ['application', 'project', projectId],
    queryFn: async ({ signal }) => (await request<Project>('GET', `/api/project/${projectId}`, { signal })).data,
    enabled: Boolean(projectId) && findResource(meta, 'project') !== undefined,
    retry: false,
  });
  const seesPeople = findResource(meta, 'freelancer') !== undefined;
  const profiles = useQueries({
    queries: applications.map(({ freelancerId }) => ({
      queryKey: ['application', 'freelancer', freelancerId],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await request<Profile>('GET', `/api/freelancer/${freelancerId}`, { signal })).data,
      enabled: seesPeople,
      retry: false,
    })),
    combine: answers => answers.map(({ data }) => data),
  });
  return { compared, applications, project: project.data, profiles };
};
