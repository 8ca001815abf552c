import { useQuery } from '@tanstack/react-query';
import type { QuestionChoice } from '../../generated/answers';
import type { Application, Question } from '../../generated/resources';
import { request } from '../../providers/http';

/** One question that an application is asked, with its answer. */
export interface SheetLine
  extends Pick<Question, 'id' | 'questionVersion' | 'key' | 'valueType' | 'inputKind' | 'validation' | 'flags'> {
  label: string;
  help: string;
  options: QuestionChoice[];
  missing: boolean;
  rejects: boolean;
  /** It is asked no more, but was answered. */
  retired: boolean;
  value: unknown;
  words: string;
  files: string[];
  answeredBy: string;
  answeredAt: string;
}

interface Sheet {
  results: SheetLine[];
  currency: string;
}

/** How the questions of an application are asked for, in asking order. Each version of the application asks anew. */
export const sheetQuery = ({ id, version }: Application) => ({
  queryKey: ['application', 'sheet', id, version],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await request<Sheet>('GET', `/api/projectApplication/${id}/questions`, { signal })).data,
  retry: false,
});

/** What an application is asked. While a newer version is asked for, the older one stays: somebody may be typing an answer. */
export const useSheet = (application: Application) =>
  useQuery({
    ...sheetQuery(application),
    placeholderData: (before, query) => (query?.queryKey[2] === application.id ? before : undefined),
  });
