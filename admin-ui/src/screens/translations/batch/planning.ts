import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TextPlan, TextPlanKind, TextPlanLine } from '../../../generated/answers';
import { request } from '../../../providers/http';
import { pauseOf } from '../../../engine/jobs/useJob';
import { decisionsOf, isLineAccepted, nothingChosen, acceptedOf } from './choices';

/** What can be done to many texts at once. */
export type Batch = 'import' | 'everything' | 'export' | 'replace' | 'review';

/** Which texts are meant, in the words of the grid. */
export interface TextFilter {
  client: number;
  locales: readonly string[];
  text: string;
  state: string;
  locale: string;
}

/** What is planned before it is done. */
type Kind = Exclude<Batch, 'export' | 'everything'>;

const requestPlan = async (kind: Kind, body: object, signal?: AbortSignal) =>
  (await request<TextPlan>('POST', `/api/translation/${kind}`, { body, ...(signal && { signal }) })).data;

/** Whether a job still makes the plan. */
export const isPlanning = (plan: TextPlan | undefined) => plan?.state === 'QUEUED' || plan?.state === 'ANALYSING';

/** The plan that a job makes, asked for until it is there. */
const usePlanOfJob = (first: TextPlan | undefined, since: number) =>
  useQuery({
    queryKey: ['textPlanOfJob', first?.jobId],
    queryFn: async ({ signal }) =>
      (await request<TextPlan>('GET', `/api/translation/import/${first?.jobId}`, { signal })).data,
    enabled: isPlanning(first),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && !isPlanning(state.data) ? false : pauseOf(since)),
  });

/** A plan of what becomes of texts: made for an input, decided about line by line, carried out as it was shown. */
export const usePlanning = (kind: Kind, input: object | undefined) => {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState({ planId: '', choices: nothingChosen });
  const plan = useQuery({
    queryKey: ['textPlan', kind, input],
    queryFn: ({ signal }) => requestPlan(kind, input ?? {}, signal),
    enabled: input !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY, // another one is made when somebody asks for it
    retry: false,
  });
  const first = input && plan.data;
  const later = usePlanOfJob(first, plan.dataUpdatedAt);
  const found = isPlanning(first) ? (later.data ?? first) : first;
  const choices = found && chosen.planId === found.planId ? chosen.choices : nothingChosen;
  const run = useMutation({
    mutationFn: (made: TextPlan) => requestPlan(kind, { ...input, planId: made.planId, ...decisionsOf(made, choices) }),
    onSuccess: () =>
      Promise.all(['texts', 'coverage', 'textHistory'].map(name => queries.invalidateQueries({ queryKey: [name] }))),
  });
  const set = (next: typeof nothingChosen) => setChosen({ planId: found?.planId ?? '', choices: next });
  const choose = (lines: readonly TextPlanLine[], isAccepted: boolean) =>
    set({ ...choices, lines: new Map([...choices.lines, ...lines.map(({ id }) => [id, isAccepted] as const)]) });
  /** Decides about all lines of a kind, those too that are not listed. */
  const chooseKind = (of: TextPlanKind, isAccepted: boolean) => {
    const isOfKind = new Set(found?.lines.filter(line => line.kind === of).map(({ id }) => id));
    set({
      lines: new Map([...choices.lines].filter(([id]) => !isOfKind.has(id))),
      kinds: new Map([...choices.kinds, [of, isAccepted]]),
    });
  };
  const isAccepted = (line: TextPlanLine) => isLineAccepted(choices, line);
  const again = () => {
    run.reset();
    void plan.refetch();
  };
  const acceptedCount = (of: TextPlanKind) => (found ? acceptedOf(found, choices, of) : 0);
  const changes = choices.lines.size + choices.kinds.size;
  return {
    plan,
    found,
    error: plan.error ?? later.error,
    run,
    choose,
    chooseKind,
    isAccepted,
    taken: acceptedCount,
    again,
    changes,
  };
};

export type Planning = ReturnType<typeof usePlanning>;
