import { useQuery } from '@tanstack/react-query';
import type {
  ImportFile,
  ImportFileColumn,
  ImportInspected,
  ImportPlan,
  JobAccepted,
  JobState,
} from '../../generated/answers';
import { request } from '../../providers/http';

/** What somebody has said of how a file is read. */
export interface FileSource {
  resourceId: string;
  encoding?: string;
  delimiter?: string;
  columns?: readonly Pick<ImportFileColumn, 'heading' | 'field' | 'clears'>[];
}

/** What becomes of records that are there, and of rows that may be of one. */
export interface Decisions {
  existing: 'LEAVE' | 'UPDATE';
  duplicates: 'LEAVE' | 'CREATE';
}

/** A file as it is read, to be asked for as it is. */
export const sourceOf = ({ resourceId, encoding, delimiter, columns }: ImportFile): FileSource => ({
  resourceId,
  ...(encoding && { encoding }),
  ...(delimiter && { delimiter }),
  columns: columns.map(({ heading, field, clears }) => ({ heading, field, clears })),
});

/** Asks how a file is read, and what its columns may be. */
export const inspectFile = async (path: string, source: FileSource) =>
  (await request<ImportInspected>('POST', `${path}/import/inspect`, { body: source })).data;

/** Asks for the preview of an import, which a job makes. */
export const fetchPlan = async (path: string, file: ImportFile, decisions: Decisions) =>
  (await request<JobAccepted>('POST', `${path}/import`, { body: { ...sourceOf(file), ...decisions } })).data.jobId;

/** Lets a preview be carried out. */
export const runPlan = async (path: string, jobId: string) =>
  (await request<JobAccepted>('POST', `${path}/import/${jobId}/run`)).data.jobId;

const pause = 500;
const making: JobState[] = ['QUEUED', 'ANALYSING'];

/** Whether a preview is still being made. */
export const isMaking = (plan: ImportPlan | undefined) => plan === undefined || making.includes(plan.job.state);

/** A preview with some of its rows, asked for again while it is made. */
export const usePlan = (path: string, jobId: string, kind: string, limit: number) =>
  useQuery({
    queryKey: ['import', path, jobId, kind, limit],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ limit: String(limit), ...(kind && { kind }) });
      return (await request<ImportPlan>('GET', `${path}/import/${jobId}?${query}`, { signal })).data;
    },
    refetchInterval: ({ state }) => (isMaking(state.data) && !state.error ? pause : false),
    placeholderData: before => before,
    gcTime: 0,
    retry: false,
  });
