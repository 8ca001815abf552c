import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useFormState } from '../../engine/form/FormContext';
import type { QuestionPreview } from '../../generated/answers';
import { request } from '../../providers/http';
import { draftOf } from './draft';

/** Tries the question out as it stands in the form, with one answer. */
export const usePreview = (answer: unknown) => {
  const { values } = useFormState();
  const body = { clientId: values['clientId'], question: draftOf(values), answer };
  return useQuery({
    queryKey: ['question', 'preview', JSON.stringify(body)],
    queryFn: async ({ signal }) =>
      (await request<QuestionPreview>('POST', '/api/applicationQuestion/preview', { body, signal })).data,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
};
