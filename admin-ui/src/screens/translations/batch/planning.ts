import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TextPlan, TextPlanLine } from '../../../generated/answers';
import { request } from '../../../providers/http';

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

const ask = async (kind: Kind, body: object, signal?: AbortSignal) =>
  (await request<TextPlan>('POST', `/api/translation/${kind}`, { body, ...(signal && { signal }) })).data;

/** What is done otherwise than a line says, by the ids of lines. */
type Choices = ReadonlyMap<string, boolean>;

/** Whether a line is carried out when nobody says anything: what somebody else has changed meanwhile is not. */
const isUsual = ({ kind }: TextPlanLine) => kind === 'NEW' || kind === 'CHANGED' || kind === 'REMOVED';

const isTakenBy = (choices: Choices, line: TextPlanLine) => choices.get(line.id) ?? isUsual(line);

const decisionsOf = ({ lines }: TextPlan, choices: Choices) => {
  const other = lines.filter(line => isTakenBy(choices, line) !== isUsual(line));
  return Object.fromEntries(other.map(line => [line.id, isUsual(line) ? 'KEEP' : 'TAKE']));
};

const nothingChosen = { planId: '', choices: new Map<string, boolean>() };

/** A plan of what becomes of texts: made for an input, decided about line by line, carried out as it was shown. */
export const usePlanning = (kind: Kind, input: object | undefined) => {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(nothingChosen);
  const plan = useQuery({
    queryKey: ['textPlan', kind, input],
    queryFn: ({ signal }) => ask(kind, input ?? {}, signal),
    enabled: input !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY, // another one is made when somebody asks for it
    retry: false,
  });
  const found = input && plan.data;
  const choices = found && chosen.planId === found.planId ? chosen.choices : nothingChosen.choices;
  const run = useMutation({
    mutationFn: (made: TextPlan) => ask(kind, { ...input, planId: made.planId, decisions: decisionsOf(made, choices) }),
    onSuccess: () =>
      Promise.all(['texts', 'coverage', 'textHistory'].map(name => queries.invalidateQueries({ queryKey: [name] }))),
  });
  const choose = (lines: readonly TextPlanLine[], isTaken: boolean) =>
    setChosen({
      planId: found?.planId ?? '',
      choices: new Map([...choices, ...lines.map(({ id }) => [id, isTaken] as const)]),
    });
  const isTaken = (line: TextPlanLine) => isTakenBy(choices, line);
  const again = () => {
    run.reset();
    void plan.refetch();
  };
  return { plan, found, run, choose, isTaken, again, changes: choices.size };
};

export type Planning = ReturnType<typeof usePlanning>;
