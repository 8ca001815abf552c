import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormState } from '../../../engine/form/FormContext';
import type { VmsTestRuns } from '../../../generated/answers';
import type { VmsMapping } from '../../../generated/resources';
import { request } from '../../../providers/http';
import { documentOf } from './rules';
import { useStill } from '../../../engine/useStill';

/** How long nothing is typed before the tests run; the service runs them thirty times a minute. */
const pauseMs = 2_000;

/** The tests of the mapping in the form, and what became of each with the rules as they stand. */
export const useTestRuns = (mayRun: boolean) => {
  const { values } = useFormState();
  const tests = (Array.isArray(values['tests']) ? values['tests'] : []) as VmsMapping['tests']; // as the service declares them
  const complete = tests.filter(test => test?.name && test.input && test.expected);
  const now = JSON.stringify({ mapping: documentOf(values), tests: complete });
  const still = useStill(now, pauseMs);
  const runs = useQuery({
    queryKey: ['vmsMapping', 'tests', values['connectionId'], still],
    queryFn: async ({ signal }) => {
      const body = { connectionId: values['connectionId'], ...(JSON.parse(still) as object) };
      return (await request<VmsTestRuns>('POST', '/api/vms/mappingTests', { body, signal })).data;
    },
    enabled: mayRun && complete.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const isCurrent = still === now && !runs.isPlaceholderData;
  return {
    count: complete.length,
    results: complete.length > 0 ? (runs.data?.results ?? []) : [],
    error: runs.error,
    /** What became of them is of the rules as they stand. */
    isCurrent,
  };
};
