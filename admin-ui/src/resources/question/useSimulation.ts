import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useFormState } from '../../engine/form/FormContext';
import { request } from '../../providers/http';
import type { Offered } from './answer';

/** What somebody outside of the house sees of a question. */
export interface Face {
  sees: boolean;
  answers: boolean;
  needed: boolean;
  uploads: boolean;
}

interface Problem {
  path: string;
  key: string;
  params: Record<string, unknown> | null;
}

/** What everybody would meet, as the service says. */
export interface Simulation {
  label: string;
  help: string;
  options: Offered[];
  currency: string;
  talent: Face;
  msp: Face;
  internal: boolean;
  pdf: { question: string; answer: string } | null;
  given: boolean;
  problems: Problem[];
  right: boolean | null;
  rejects: boolean;
  past: { answers: number; wrong: number } | null;
}

const defined = [
  'labelKey',
  'helpKey',
  'valueType',
  'inputKind',
  'options',
  'validation',
  'flags',
  'correctAnswers',
  'prefillSource',
];

/** Tries the question out as it stands in the form, with one answer. */
export const useSimulation = (answer: unknown) => {
  const { values, base } = useFormState();
  const question = Object.fromEntries(defined.map(name => [name, values[name] ?? null]));
  const body = { clientId: values['clientId'], id: base['id'] ?? 0, question, answer };
  return useQuery({
    queryKey: ['question', 'simulation', JSON.stringify(body)],
    queryFn: async ({ signal }) =>
      (await request<Simulation>('POST', '/api/applicationQuestion/simulate', { body, signal })).data,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
};
