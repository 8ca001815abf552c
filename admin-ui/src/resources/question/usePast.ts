import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useFormState } from '../../engine/form/FormContext';
import type { QuestionSimulation } from '../../generated/answers';
import { request } from '../../providers/http';
import { draftOf } from './draft';

const identity = ['scope', 'clientId', 'legalEntityId', 'key'];

/** Tries the question as it stands in the form on the answers given so far to any of its versions. */
export const usePast = () => {
  const { values } = useFormState();
  const who = Object.fromEntries(identity.map(name => [name, values[name] ?? null]));
  const body = { question: { ...who, ...draftOf(values) } };
  return useQuery({
    queryKey: ['question', 'simulation', JSON.stringify(body)],
    queryFn: async ({ signal }) =>
      (await request<QuestionSimulation>('POST', '/api/applicationQuestion/simulate', { body, signal })).data,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
};
