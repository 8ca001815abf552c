import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import type { Freelancer } from '../../generated/resources';
import { request } from '../../providers/http';
import type { MergeChoice, MergePlan } from '../../generated/answers';

const load = async (id: number) => (await request<Freelancer>('GET', `/api/freelancer/${id}`)).data;

/** Making the record of `other` part of that of `id`: both as they are, what would become of them, and doing it. */
export const useMerge = (id: number, other: number | undefined, onDone: (saved: Freelancer) => void) => {
  const [chosen, setChosen] = useState<Record<string, MergeChoice['from']>>({});
  const here = useQuery({ queryKey: ['freelancer', id, 'merge'], queryFn: () => load(id), gcTime: 0 });
  const there = useQuery({
    queryKey: ['freelancer', other, 'merge'],
    queryFn: () => load(other ?? 0),
    enabled: other !== undefined,
    gcTime: 0,
  });
  const merge = async <T>(dryRun: boolean) =>
    (
      await request<T>('POST', `/api/freelancer/${id}/merge`, {
        body: { otherId: other, fields: chosen, dryRun },
        headers: { 'if-match': `"${here.data?.version}"` },
      })
    ).data;
  const plan = useQuery({
    queryKey: ['freelancer', id, 'mergePlan', other, chosen],
    queryFn: () => merge<MergePlan>(true),
    enabled: other !== undefined && here.isSuccess,
    placeholderData: before => before,
    gcTime: 0,
    retry: false,
  });
  const run = useMutation({ mutationFn: () => merge<Freelancer>(false), onSuccess: onDone });
  return {
    here: here.data,
    there: there.data,
    plan: plan.data,
    fields: (plan.data?.fields ?? []).map(field => ({ ...field, from: chosen[field.name] ?? field.from })),
    picked: Object.keys(chosen).length,
    choose: (name: string, from: MergeChoice['from']) => setChosen(old => ({ ...old, [name]: from })),
    run,
    error: run.error ?? plan.error ?? here.error ?? there.error,
    retry: retryOf(run, plan, here, there),
    isBlocked: !plan.data || plan.data.blockedBy.length > 0,
  };
};
