import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { idempotencyKeys } from '../../../engine/form/idempotencyKeys';
import { useErrorTexts } from '../../../engine/form/useFailureText';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import type { Application, Project } from '../../../generated/resources';
import { request } from '../../../providers/http';

/** What has become of the application of one person. */
export type Outcome = { application: Application } | { refusal: string };

/** The later of two days; an empty one is before all. */
const laterOf = (day: string, other: string) => [day, other].toSorted().at(-1) ?? other;

/** What an application of somebody starts with: from when on, until when and for how many hours. */
export const firstValues = (project: Project, list: Shortlist, person: ShortlistCandidate) => ({
  projectId: project.id,
  freelancerId: person.freelancerId,
  ...(person.mspId !== null && { mspId: person.mspId }),
  availabilityFrom: laterOf(person.availabilityFrom, list.start),
  ...(list.end && { availabilityTo: list.end }),
  ...(list.hoursPerWeek !== null && { hoursPerWeek: list.hoursPerWeek }),
});

/** Makes an application for each person, one after the other; who has one already is not asked for twice. */
export const useApply = (project: Project, list: Shortlist) => {
  const client = useQueryClient();
  const errorTexts = useErrorTexts();
  const [keyOf] = useState(idempotencyKeys);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const applyOne = async (person: ShortlistCandidate): Promise<Outcome> => {
    const body = firstValues(project, list, person);
    try {
      const headers = { 'idempotency-key': keyOf(JSON.stringify(body)) };
      return { application: (await request<Application>('POST', '/api/projectApplication', { body, headers })).data };
    } catch (error) {
      return { refusal: errorTexts(error).join(' ') };
    }
  };
  const apply = async (people: readonly ShortlistCandidate[]) => {
    setBusy(true);
    for (const person of people) {
      const outcome = await applyOne(person);
      setOutcomes(old => new Map(old).set(person.freelancerId, outcome));
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: ['application'] });
  };
  return { outcomes, isBusy, apply };
};
