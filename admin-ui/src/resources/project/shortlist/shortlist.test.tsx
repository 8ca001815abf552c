import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noMeta, Panel } from '../../../../test/Panel';
import { fakeService, type Call } from '../../../../test/service';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import type { Project } from '../../../generated/resources';
import { MetaContext } from '../../../meta';
import { ApplyButton } from './ApplyButton';
import { ShortlistTab } from './ShortlistTab';

afterEach(() => {
  vi.unstubAllGlobals();
});

const person = (freelancerId: number, name: string, more: Partial<ShortlistCandidate> = {}): ShortlistCandidate => ({
  freelancerId,
  handle: `F-${freelancerId}`,
  name,
  userStatus: 'AC',
  city: 'Malmö',
  country: 'SE',
  mspId: null,
  mspName: '',
  rate: 80,
  rateCurrency: 'EUR',
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

const list: Shortlist = {
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

const project = { id: 7, title: 'Core banking', status: 'ACTIVE' } as Project;
const meta = { ...noMeta, permissions: ['application.create'] };

const draw = (answer: (call: Call) => { status?: number; body?: unknown }) => {
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

it('says of each person why, why not and what would change it', async () => {
  draw(() => ({ body: list }));
  const row = (await screen.findByText('Nadia Haddad')).closest('tr') as HTMLElement; // the row that the name is in
  expect(within(row).getByText('Has all 2 skills')).toBeVisible();
  expect(within(row).getByText('Rate close to the limit')).toBeVisible();
  expect(within(row).getByText('A rate of 75.00 € would make it 100')).toBeVisible();
});

it('says that a rate is in another currency, which nothing converts', async () => {
  const elsewhere = person(3, 'Paweł Zieliński', { rate: null, rateCurrency: 'SEK' });
  draw(() => ({ body: { ...list, results: [elsewhere] } }));
  expect(await screen.findByText('Rate in SEK, not EUR')).toBeVisible();
});

it('asks anew without a rule that is dropped, and with other musts', async () => {
  const { calls, user } = draw(() => ({ body: list }));
  await user.click(await screen.findByRole('button', { name: /Consent/ }));
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ off: ['consent'] }));
  await user.click(screen.getByRole('button', { name: 'SQL' }));
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ off: ['consent'], must: ['Go', 'SQL'] }));
});

it('shows the applications before it makes them, makes those that are ticked, and says of each what became of it', async () => {
  const { calls, user } = draw(({ path, body }) => {
    if (!path.endsWith('/projectApplication')) return { body: list };
    const { freelancerId } = body as { freelancerId: number };
    if (freelancerId === 1) return { status: 201, body: { id: 70, handle: 'A-70' } };
    return { status: 409, body: { code: 'DUPLICATE', messages: ['error.duplicate'], fieldErrors: {}, params: {} } };
  });
  await user.click(await screen.findByLabelText('Choose Nadia Haddad'));
  await user.click(screen.getByLabelText('Choose Farid Benali'));
  await user.click(screen.getByRole('button', { name: 'Create 2 applications' }));
  const dialog = await screen.findByRole('dialog');
  expect(calls.some(({ path }) => path.endsWith('/projectApplication'))).toBe(false);
  expect(within(dialog).getByText(/from 09 Mar 2026, 40 hours a week/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Create 2 applications' }));
  expect(await within(dialog).findByText('A-70')).toBeVisible();
  const made = calls.filter(({ path }) => path.endsWith('/projectApplication'));
  expect(made.map(({ body }) => body)).toMatchObject([
    { projectId: 7, freelancerId: 1, availabilityFrom: '2026-03-02', availabilityTo: '2026-12-31', hoursPerWeek: 40 },
    { projectId: 7, freelancerId: 2, availabilityFrom: '2026-03-09' },
  ]);
  expect(within(dialog).getByRole('button', { name: 'Try 1 again' })).toBeVisible();
});

const needs = ['application.create', 'freelancer.pii.read', 'freelancer.read', 'project.read', 'rate.read'];

const drawButton = (permissions: string[]) => {
  const offered = [person(1, 'Nadia Haddad'), person(2, 'Farid Benali', { unmet: 'consent' })];
  const calls = fakeService(({ method, path }) => {
    if (path.endsWith('/projectApplication')) return { status: 201, body: { id: 70, handle: 'A-70' } };
    if (path.endsWith('/shortlist')) return { body: { ...list, results: offered } };
    return { body: method === 'GET' && path === '/api/project/7' ? project : { results: [project] } };
  });
  const done = vi.fn();
  render(
    <Panel meta={meta}>
      <MetaContext.Provider value={{ ...meta, permissions }}>
        <ApplyButton ids={[1, 2, 3]} onDone={done} />
      </MetaContext.Provider>
    </Panel>,
  );
  return { calls, done, user: userEvent.setup({ delay: null }) };
};

it('has people who were chosen elsewhere apply to a project, and says before what is not met', async () => {
  const { calls, done, user } = drawButton(needs);
  await user.click(screen.getByRole('button', { name: 'Apply to project' }));
  await user.type(await screen.findByRole('combobox', { name: 'Project' }), 'Core');
  await user.click(await screen.findByRole('option', { name: /Core banking/ }));
  expect(await screen.findByText('Not met: Consent, no erasure')).toBeVisible();
  expect(screen.getByText(/^1 of the selected cannot be offered/)).toBeVisible();
  const asked = calls.find(({ path }) => path.endsWith('/shortlist'));
  expect(asked?.body).toMatchObject({ freelancerIds: [1, 2, 3], must: [], limit: 3 });
  await user.click(screen.getByRole('button', { name: 'Create 2 applications' }));
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/projectApplication'))).toHaveLength(2));
  const [close] = (await screen.findAllByRole('button', { name: 'Close' })).slice(-1);
  await user.click(close as HTMLElement); // the one in the footer
  expect(done).toHaveBeenCalled();
});

it('offers it to nobody who may not see how people fit a project', () => {
  drawButton(needs.slice(0, -1));
  expect(screen.queryByRole('button', { name: 'Apply to project' })).not.toBeInTheDocument();
});
