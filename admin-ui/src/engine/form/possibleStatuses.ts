import { useQuery } from '@tanstack/react-query';
import { request } from '../../providers/http';
import { fieldOf, useMeta, type ResourceMeta } from '../meta';
import type { ImpactMap } from './Impact';

/** A condition that does not hold, and where it can be mended. */
export interface Blocker {
  key: string;
  params?: Record<string, unknown>;
  link?: string;
}

/** One state a record could go to, and what that would mean. */
export interface Possible {
  value: string;
  text: string;
  allowed: boolean;
  reason?: 'required' | 'optional' | 'none';
  reasonCodes?: string[];
  impact?: ImpactMap;
  blockedBy?: Blocker[];
  /** What the last move withdrew and this one could bring back. */
  restore?: { batchId: string; count: number };
}

interface Answer {
  current: string;
  results: Possible[];
}

/** Every state of the record at hand with what it would do or what stands against it; asked for anew each time. */
export const usePossibleStatuses = (meta: ResourceMeta, id: string) =>
  useQuery({
    queryKey: ['possibleStatuses', meta.name, id],
    queryFn: async ({ signal }) =>
      (await request<Answer>('GET', `${meta.path}/possibleStatuses/${id}`, { signal })).data,
    gcTime: 0,
    staleTime: 0,
  });

/** Where the texts about the states of a resource begin: project for project.status.ACTIVE. */
export const useStatusBase = (meta: ResourceMeta) => {
  const { enumText } = useMeta();
  const set = fieldOf(meta, meta.status)?.enum ?? '';
  return (enumText[set] ?? `enum.${set}`).replace(/\.status$/, '');
};

/** The batch that a move could bring back, wherever the service says so. */
export const restorableOf = ({ restore, impact }: Possible) => {
  if (restore) return restore.count > 0 ? restore : undefined;
  const batchId = impact?.['batchId'];
  const count = impact?.['applicationsRestorable'];
  return typeof batchId === 'string' && batchId !== '' && typeof count === 'number' && count > 0
    ? { batchId, count }
    : undefined;
};
