import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Shortlist, ShortlistOut, ShortlistWeights } from '../../../generated/answers';
import { request } from '../../../providers/http';

/** A hard condition. */
export type Rule = ShortlistOut['rule'];

/** What a shortlist is asked for; what is left out is as usual. */
interface ShortlistQuery {
  must?: string[];
  off: Rule[];
  weights?: ShortlistWeights | undefined;
  limit: number;
}

const pageSize = 10;

/** Who fits a project, as far as one has changed what is asked for. */
export const useShortlist = (projectId: number) => {
  const [wanted, setWanted] = useState<ShortlistQuery>({ off: [], limit: pageSize });
  const found = useQuery({
    queryKey: ['project', projectId, 'shortlist', wanted],
    queryFn: async ({ signal }) =>
      (await request<Shortlist>('POST', `/api/project/${projectId}/shortlist`, { body: wanted, signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const change = (part: Partial<ShortlistQuery>) => setWanted(old => ({ ...old, limit: pageSize, ...part }));
  return {
    found,
    off: wanted.off,
    setMust: (must: string[]) => change({ must }),
    toggleRule: (rule: Rule) =>
      change({ off: wanted.off.includes(rule) ? wanted.off.filter(each => each !== rule) : [...wanted.off, rule] }),
    setWeights: (weights?: ShortlistWeights) => change({ weights }),
    showMore: () => change({ limit: wanted.limit + pageSize }),
  };
};
