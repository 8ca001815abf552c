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
  const [asked, setAsked] = useState<ShortlistQuery>({ off: [], limit: pageSize });
  const found = useQuery({
    queryKey: ['project', projectId, 'shortlist', asked],
    queryFn: async ({ signal }) =>
      (await request<Shortlist>('POST', `/api/project/${projectId}/shortlist`, { body: asked, signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const change = (part: Partial<ShortlistQuery>) => setAsked(old => ({ ...old, limit: pageSize, ...part }));
  return {
    found,
    off: asked.off,
    setMust: (must: string[]) => change({ must }),
    toggleRule: (rule: Rule) =>
      change({ off: asked.off.includes(rule) ? asked.off.filter(each => each !== rule) : [...asked.off, rule] }),
    setWeights: (weights?: ShortlistWeights) => change({ weights }),
    showMore: () => change({ limit: asked.limit + pageSize }),
  };
};
