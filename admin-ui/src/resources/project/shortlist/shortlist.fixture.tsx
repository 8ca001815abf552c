import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { render } from '@testing-library/react';
import { noMeta, noResource, Panel } from '../../../../test/Panel';
import { fakeService, type Call } from '../../../../test/service';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import type { Project } from '../../../generated/resources';
import { MetaContext } from '../../../meta';
import { ShortlistTab } from './ShortlistTab';

export const person = (
  freelancerId: number,
  name: string,
  more: Partial<ShortlistCandidate> = {},
): ShortlistCandidate => ({
  freelancerId,
  handle: `F-${freelancerId}`,
  name,
  userStatus: 'AC',
  city: 'Malmö',
  country: 'SE',
  mspId: null,
  mspName: '',
  rate: 80,
  askedRate: 80,
  askedUnit: 'Hr',
  rateCurrency: 'EUR',
  hoursPerWeek: 40,
  availabilityFrom: '',
  availabilityPct: null,
  missing: [],
  daysLate: 0,
  isInCountry: true,
  score: 91,
  points: [
    { part: 'skills', points: 40, most: 40 },
    { part: 'rate', points: 51, most: 60 },
  ],
  why: ['skills'],
  whyNot: ['rate'],
  change: { part: 'rate', skill: '', rate: 75, date: '', capacity: 0, score: 100 },
  unmet: null,
  ...more,
});

export const list: Shortlist = {
  skills: ['Go', 'SQL'],
  must: ['Go'],
  rules: [
    { rule: 'skills', count: 0 },
    { rule: 'consent', count: 3 },
  ],
  weights: { skills: 40, rate: 60, availability: 0, place: 0, experience: 0 },
  start: '2026-03-02',
  unit: 'Hr',
  currency: 'EUR',
  limit: 100,
  hoursPerWeek: 40,
  country: 'SE',
  remoteSharePct: 0,
  end: '2026-12-31',
  read: 5,
  isAll: true,
  remain: 2,
  results: [person(1, 'Nadia Haddad'), person(2, 'Farid Benali', { availabilityFrom: '2026-03-09' })],
};

export const elsewhere = person(3, 'Paweł Zieliński', { rate: null, askedRate: 900, rateCurrency: 'SEK' });

export const project = { id: 7, title: 'Core banking', status: 'ACTIVE' } as Project;

export const meta = {
  ...noMeta,
  permissions: ['application.create', 'application.status', 'rate.write'],
  resources: [
    {
      ...noResource,
      name: 'application',
      route: '/projects/applications',
      fields: [{ name: 'talentRate', kind: 'money' as const, minValue: 0 }],
    },
  ],
};

export const draw = (answer: (call: Call) => { status?: number; body?: unknown }) => {
  const calls = fakeService(answer);
  render(
    <Panel meta={meta}>
      <MetaContext.Provider value={meta}>
        <ShortlistTab record={project} />
      </MetaContext.Provider>
    </Panel>,
  );
  return { calls, user: userEvent.setup({ delay: null }) };
};

export const openDialog = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(await screen.findByLabelText(`Choose ${name}`));
  await user.click(screen.getByRole('button', { name: 'Create 1 application' }));
  return within(await screen.findByRole('dialog'));
};
