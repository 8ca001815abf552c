import { useQuery } from '@tanstack/react-query';
import type { Application, Question } from '../../generated/resources';
import { request } from '../../providers/http';
import type { Offered } from '../question/answer';

/** One question that an application is asked, with its answer. */
export interface SheetLine
  extends Pick<Question, 'id' | 'questionVersion' | 'key' | 'valueType' | 'inputKind' | 'validation' | 'flags'> {
  label: string;
  help: string;
  options: Offered[];
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

/** What an application is asked, in asking order. Each version of the application is asked for anew. */
export const useSheet = ({ id, version }: Application) =>
  useQuery({
    queryKey: ['application', 'sheet', id, version],
    queryFn: async ({ signal }) =>
      (await request<Sheet>('GET', `/api/projectApplication/${id}/questions`, { signal })).data,
    retry: false,
  });
