import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import type { Application, Project } from '../../../generated/resources';

/** What has become of the application of one person. */
export type Outcome = { application: Application } | { refusal: string } | { isUndone: true };

/** A rate as it is typed: null for nothing, a text for what is no number. */
export type TypedRate = number | string | null;

/** The later of two days; an empty one is before all. */
const laterOf = (day: string, other: string) => [day, other].toSorted().at(-1) ?? other;

/** Whether the profile of somebody has no rate that an application to a project can start with. */
export const lacksRate = (list: Shortlist, { askedRate, rateCurrency }: ShortlistCandidate) =>
  askedRate === null || rateCurrency !== list.currency || list.unit === 'Pr';

/** What an application of somebody starts with: from when on, until when, for how many hours and at which typed rate. */
export const firstValues = (project: Project, list: Shortlist, person: ShortlistCandidate, rate?: TypedRate) => ({
  projectId: project.id,
  freelancerId: person.freelancerId,
  ...(person.mspId !== null && { mspId: person.mspId }),
  availabilityFrom: laterOf(person.availabilityFrom, list.start),
  ...(list.end && { availabilityTo: list.end }),
  ...(person.hoursPerWeek !== null && { hoursPerWeek: person.hoursPerWeek }),
  ...(typeof rate === 'number' && { talentRate: rate, rateUnit: list.unit, currency: list.currency }),
});
