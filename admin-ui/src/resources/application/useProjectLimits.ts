import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../meta';
import type { Project } from '../../generated/resources';
import { request } from '../../providers/http';

/** A rate as it is stored or written in a form; undefined where there is none. */
export const amountOf = (value: unknown) =>
  value === null || value === undefined || value === '' ? undefined : Number(value);

interface Rated {
  projectId?: unknown;
  currency?: unknown;
  rateUnit?: unknown;
}

/** The rates that a project allows, for those who may read it, in the money and the unit of its application only. */
export const useProjectLimits = ({ projectId, currency, rateUnit }: Rated, isRequested = true) => {
  const mayRead = useCan('project.read');
  const { data: project } = useQuery({
    queryKey: ['project', projectId, 'limits'],
    queryFn: async ({ signal }) =>
      (await request<Project>('GET', `/api/project/${String(projectId)}`, { signal })).data,
    enabled: mayRead && isRequested && Boolean(projectId),
  });
  if (!project || project.rateUnit !== rateUnit || project.currency !== currency) return undefined;
  return { min: amountOf(project.rateMin), max: amountOf(project.rateMax), currency: project.currency };
};
