import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { goingWith } from '../../engine/form/amounts';
import { retryOf } from '../../engine/form/retryOf';
import type { Freelancer } from '../../generated/resources';
import { useResourceMeta } from '../../meta';
import { request } from '../../providers/http';
import type { MergeChoice, MergePlan } from '../../generated/answers';

const load = async (id: number) => (await request<Freelancer>('GET', `/api/freelancer/${id}`)).data;

/** Making the record of `other` part of that of `id`: both as they are, what would become of them, and doing it. */
export const useMerge = (id: number, other: number | undefined, onDone: (saved: Freelancer) => void) => {
  const meta = useResourceMeta('freelancer');
  const [chosen, setChosen] = useState<Record<string, MergeChoice['from']>>({});
  const [applications, setApplications] = useState<Record<string, 'this' | 'other'>>({});
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
        body: { otherId: other, fields: chosen, applications, dryRun },
        headers: { 'if-match': `"${here.data?.version}"` },
      })
    ).data;
  const plan = useQuery({
    queryKey: ['freelancer', id, 'mergePlan', other, chosen, applications],
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
    picked: Object.keys(chosen).length + Object.keys(applications).length,
    choose: (name: string, from: MergeChoice['from']) =>
      setChosen(old => {
        const fields = goingWith(meta.fields, name, { ...here.data }, { ...there.data }); // amounts with their currency
        return { ...old, ...Object.fromEntries(fields.map(field => [field, from])) };
      }),
    chooseApplication: (projectId: number, from: 'this' | 'other') =>
      setApplications(old => ({ ...old, [projectId]: from })),
    run,
    error: run.error ?? plan.error ?? here.error ?? there.error,
    retry: retryOf(run, plan, here, there),
    isBlocked: !plan.data || plan.data.blockedBy.length > 0,
  };
};
